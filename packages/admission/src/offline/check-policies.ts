import { finishSteps, quote, systemClock } from "@svc/base";
import type { Codec } from "@svc/codec";
import {
  type ApiObject,
  badRequest,
  type Dialect,
  formatTime,
  invalidObject,
  type JsonValue,
  parseApiVersion,
} from "@svc/meta";
import { type FeatureGates, type ResourceDefinition, validationErrors } from "@svc/schema";
import { configurationKinds } from "../matching/exempt-kinds.ts";
import { typeOfKind } from "./manifests.ts";

interface CheckDeps {
  readonly definitions: readonly ResourceDefinition[];
  readonly dialect: Dialect;
  readonly gates: FeatureGates;
  readonly codec: Codec;
}

/**
 * Refuses policies and bindings that a server would not store, as far as `definitions` has their
 * types.
 *
 * @throws {StatusError} 400 for an object with unknown fields; 422 for one that is not valid, as
 *   with an expression that does not compile
 * @throws {DecodeError} for an object that cannot be decoded
 */
export function checkPolicies(manifests: readonly ApiObject[], deps: CheckDeps): void {
  const { definitions, dialect } = deps;
  const group = dialect.expand("admissionregistration.{api}");
  for (const manifest of manifests) {
    if (parseApiVersion(manifest.apiVersion ?? "")?.group !== group) continue;
    const type = typeOfKind(definitions, manifest);
    if (type === undefined || !configurationKinds.includes(type.definition.resource)) continue;
    checkPolicy(manifest, { ...deps, ...type });
  }
}

function checkPolicy(
  manifest: ApiObject,
  { definition, version, codec, gates }: CheckDeps & NonNullable<ReturnType<typeof typeOfKind>>,
): void {
  const { group, version: name } = version;
  const { object, strictErrors } = codec.decodeValue(manifest as unknown as JsonValue, version);
  const shown = `${manifest.kind ?? ""} ${quote(manifest.metadata.name ?? "")}`;
  if (strictErrors.length > 0) throw badRequest(`${shown}: strict decoding error: ${strictErrors.join(", ")}`);
  version.applyDefaults?.(object, gates);
  const nowMs = systemClock.now();
  const outcome = definition.strategy.validateCreate?.(version.conversion?.toStorage(object) ?? object, {
    nowMs,
    now: formatTime(nowMs),
    gates,
    group,
    version: name,
    namespace: "",
    user: undefined,
    warn: () => undefined,
  });
  const errors = finishSteps(validationErrors(outcome));
  if (errors.length > 0)
    throw invalidObject({ group, kind: manifest.kind ?? "", name: manifest.metadata.name ?? "" }, errors);
}
