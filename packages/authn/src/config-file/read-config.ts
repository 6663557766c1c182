import { quote } from "@svc/base";
import { parseDocument } from "yaml";
import { type Shape, shapeErrors } from "./shape.ts";

interface ConfigKind {
  readonly kind: string;
  /** Supported `group/version` values. */
  readonly apiVersions: readonly string[];
  /** Without `kind` and `apiVersion`. */
  readonly fields: Readonly<Record<string, Shape>>;
}

type ConfigResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** Maximum length of a configuration in characters. */
const maxConfigLength: number = 16 * 1024 * 1024;

/**
 * Reads a configuration file, YAML or JSON, and rejects wrong kinds, duplicate keys and unknown
 * fields.
 */
export function readConfig(source: string, { kind, apiVersions, fields }: ConfigKind): ConfigResult {
  const failed = (message: string): ConfigResult => ({ ok: false, message });
  if (source.trim() === "") return failed("empty config data");
  if (source.length > maxConfigLength) return failed(`it has more than ${maxConfigLength} characters`);
  const document = parseDocument(source, { uniqueKeys: true, stringKeys: true, version: "1.2", logLevel: "silent" });
  const [error] = document.errors;
  if (error !== undefined) return failed(`yaml: ${error.message.split("\n", 1)[0] ?? ""}`);
  // Bounds the expansion of YAML aliases.
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return failed(`yaml: ${(cause as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return failed("it is no map");
  const { kind: declaredKind, apiVersion, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof declaredKind !== "string" || declaredKind === "") return failed("Object 'Kind' is missing");
  if (typeof apiVersion !== "string" || apiVersion === "") return failed("Object 'apiVersion' is missing");
  if (declaredKind !== kind || !apiVersions.includes(apiVersion))
    return failed(
      `no kind ${quote(declaredKind)} is registered for version ${quote(apiVersion)}; there is ${kind} in ${apiVersions.join(", ")}`,
    );
  const problems = shapeErrors(rest, { kind: "struct", fields });
  if (problems.length > 0) return failed(`strict decoding error: ${problems.join(", ")}`);
  return { ok: true, value: rest };
}
