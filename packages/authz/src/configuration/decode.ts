import { parseDurationMs, quote } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { RawAuthorizer, RawWebhook } from "./configuration.ts";

type Decoded =
  | { readonly ok: true; readonly authorizers: readonly RawAuthorizer[] }
  | { readonly ok: false; readonly message: string };

const kind = "AuthorizationConfiguration";

/** Decodes a configuration of any version strictly: unknown fields are errors. */
export function decodeConfiguration(value: unknown, dialect: Dialect): Decoded {
  if (!isObject(value) || value["kind"] === undefined || value["kind"] === "")
    return { ok: false, message: "Object 'Kind' is missing" };
  const apiVersion = value["apiVersion"] ?? "";
  const versions = ["v1", "v1beta1", "v1alpha1"].map((v) => dialect.expand(`apiserver.config.{api}/${v}`));
  if (value["kind"] !== kind || !versions.some((v) => v === apiVersion))
    return {
      ok: false,
      message: `no kind ${JSON.stringify(value["kind"])} is registered for version ${JSON.stringify(apiVersion)}; there is ${quote(kind)} of ${versions.join(", ")}`,
    };
  const reader = createReader();
  const root = reader.object(value, "", ["apiVersion", "kind", "authorizers"]);
  const authorizers = reader
    .list(root["authorizers"], "authorizers")
    .map((item, i) => readAuthorizer(reader, item, `authorizers[${i}]`));
  const problem = reader.problem();
  return problem === undefined ? { ok: true, authorizers } : { ok: false, message: problem };
}

function readAuthorizer(reader: Reader, value: unknown, path: string): RawAuthorizer {
  const fields = reader.object(value, path, ["type", "name", "webhook"]);
  return {
    type: reader.text(fields["type"], `${path}.type`) ?? "",
    name: reader.text(fields["name"], `${path}.name`) ?? "",
    webhook: isAbsent(fields["webhook"]) ? undefined : readWebhook(reader, fields["webhook"], `${path}.webhook`),
  };
}

const webhookFields = [
  "authorizedTTL",
  "unauthorizedTTL",
  "timeout",
  "subjectAccessReviewVersion",
  "matchConditionSubjectAccessReviewVersion",
  "failurePolicy",
  "connectionInfo",
  "matchConditions",
] as const;

function readWebhook(reader: Reader, value: unknown, path: string): RawWebhook {
  const fields = reader.object(value, path, webhookFields);
  const text = (name: (typeof webhookFields)[number]): string => reader.text(fields[name], `${path}.${name}`) ?? "";
  const duration = (name: (typeof webhookFields)[number]): number => reader.duration(fields[name], `${path}.${name}`);
  const connection = reader.object(fields["connectionInfo"], `${path}.connectionInfo`, ["type", "kubeConfigFile"]);
  return {
    authorizedTtlMs: duration("authorizedTTL"),
    unauthorizedTtlMs: duration("unauthorizedTTL"),
    timeoutMs: duration("timeout"),
    subjectAccessReviewVersion: text("subjectAccessReviewVersion"),
    matchConditionSubjectAccessReviewVersion: text("matchConditionSubjectAccessReviewVersion"),
    failurePolicy: text("failurePolicy"),
    connectionType: reader.text(connection["type"], `${path}.connectionInfo.type`) ?? "",
    kubeConfigFile: reader.text(connection["kubeConfigFile"], `${path}.connectionInfo.kubeConfigFile`),
    matchConditions: reader
      .list(fields["matchConditions"], `${path}.matchConditions`)
      .map((item, i) => readCondition(reader, item, `${path}.matchConditions[${i}]`)),
  };
}

function readCondition(reader: Reader, value: unknown, path: string): string {
  const { expression } = reader.object(value, path, ["expression"]);
  return reader.text(expression, `${path}.expression`) ?? "";
}

/** Reads untyped values and collects errors. */
interface Reader {
  /** The fields of an object; fields that are not known are errors. */
  object(value: unknown, path: string, known: readonly string[]): Fields;
  list(value: unknown, path: string): readonly unknown[];
  text(value: unknown, path: string): string | undefined;
  /** Milliseconds; 0 if absent. */
  duration(value: unknown, path: string): number;
  problem(): string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function createReader(): Reader {
  const wrong: string[] = [];
  const unknown: string[] = [];
  const expect = (path: string, what: string): void => void wrong.push(`${path} must be ${what}`);
  const text = (value: unknown, path: string): string | undefined => {
    if (typeof value === "string" || isAbsent(value)) return value ?? undefined;
    expect(path, "a string");
    return undefined;
  };
  return {
    object: (value, path, known) => {
      const fields = isObject(value) ? value : {};
      if (!isObject(value) && !isAbsent(value)) expect(path, "an object");
      for (const name of Object.keys(fields).sort())
        if (!known.includes(name)) unknown.push(`unknown field ${quote(path === "" ? name : `${path}.${name}`)}`);
      return fields;
    },
    list: (value, path) => {
      if (Array.isArray(value)) return value;
      if (!isAbsent(value)) expect(path, "a list");
      return [];
    },
    text,
    duration: (value, path) => {
      const written = text(value, path) ?? "";
      const ms = written === "" ? 0 : parseDurationMs(written);
      if (ms === undefined) expect(path, `a duration such as 30s, not ${quote(written)}`);
      return ms ?? 0;
    },
    problem: () => {
      if (wrong.length > 0) return wrong.join(", ");
      return unknown.length > 0 ? `strict decoding error: ${[...unknown].sort().join(", ")}` : undefined;
    },
  };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}
