import type { Authorizer } from "@svc/authz";
import { systemClock } from "@svc/base";
import { anObject, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { createCodec, DecodeError } from "@svc/codec";
import {
  type ApiObject,
  aDialect,
  badRequest,
  type Dialect,
  isStatusError,
  type JsonValue,
  kubernetesDialect,
  type Status,
} from "@svc/meta";
import type { FeatureGates, ResourceDefinition } from "@svc/schema";
import type { AdmissionRequest, AdmissionUser, Operation } from "../admission.ts";
import { createAdmission } from "../admission-chain.ts";
import { anAuthorizer, someFeatureGates } from "../expected.ts";
import { mutatingPolicies } from "../policies/mutating-policies.ts";
import { validatingPolicies } from "../policies/validating-policies.ts";
import { checkPolicies } from "./check-policies.ts";
import { type KnownType, type Manifests, manifestsOf, typeOfKind } from "./manifests.ts";

/** Options of `createPolicyEvaluator`. */
export interface PolicyEvaluatorOptions {
  /**
   * Policies of both kinds and their bindings, parameters, and namespaces with their labels. Other
   * objects are ignored.
   */
  readonly manifests: readonly ApiObject[];
  /** The types of the objects that are evaluated, and of parameters. */
  readonly definitions: readonly ResourceDefinition[];
  /** @default kubernetesDialect */
  readonly dialect?: Dialect;
  /** @default every gate is on */
  readonly gates?: FeatureGates;
  /** Decides for `authorizer` in expressions. @default one that allows nothing */
  readonly authorizer?: Pick<Authorizer, "authorize">;
}

/** A create, update or delete for which policies are evaluated. */
export interface PolicyRequest {
  /** The object as a client sends it; absent for a deletion. */
  readonly object?: ApiObject;
  /** The object as it is stored; absent for a creation. */
  readonly oldObject?: ApiObject;
  /** @default an administrator */
  readonly user?: AdmissionUser;
  /** @default false */
  readonly dryRun?: boolean;
}

/** The result of the policies for a request. */
export interface PolicyResult {
  readonly allowed: boolean;
  /** The error that the server would send; undefined if the request is allowed. */
  readonly status: Status | undefined;
  /** The object with the changes of mutating policies; undefined for a deletion. */
  readonly object: JsonValue | undefined;
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** Evaluates policies without a server, by the steps that a server takes. */
export interface PolicyEvaluator {
  /**
   * @throws {StatusError} 400 for an object of a type that is not known, or that cannot be decoded
   */
  evaluate(request: PolicyRequest): Promise<PolicyResult>;
}

const administrator: AdmissionUser = {
  name: "admin",
  uid: "",
  groups: ["system:masters", "system:authenticated"],
  extra: {},
};

const nothingAllowed: Pick<Authorizer, "authorize"> = { authorize: () => ({ verdict: "noOpinion", reason: "" }) };

const policyEvaluatorOptions = optionsOf<PolicyEvaluatorOptions>({
  manifests: listOf(anObject),
  definitions: listOf(anObject),
  dialect: optional(aDialect),
  gates: optional(someFeatureGates),
  authorizer: optional(anAuthorizer),
});

/**
 * Prepares the evaluation of policies. They are compiled once.
 *
 * @throws {StatusError} 400 or 422 for a policy or a binding that a server would not store, where
 *   `definitions` has its type
 * @throws {TypeError} for a wrong argument
 */
export function createPolicyEvaluator(options: PolicyEvaluatorOptions): PolicyEvaluator {
  checkArgument("createPolicyEvaluator: options", options, policyEvaluatorOptions);
  const { dialect = kubernetesDialect, gates = { enabled: () => true }, authorizer = nothingAllowed } = options;
  const codec = createCodec();
  checkManifests(options.manifests, { ...options, dialect, gates, codec });
  const known = manifestsOf(options.manifests, { ...options, dialect, gates, codec });
  const listOf = (kind: string): { readonly version: () => number; readonly list: () => readonly ApiObject[] } => {
    const objects = known.ofKind(dialect.expand("admissionregistration.{api}"), kind);
    return { version: () => 0, list: () => objects };
  };
  const isResource = (apiVersion: string, kind: string): boolean =>
    typeOfKind(options.definitions, { apiVersion, kind, metadata: {} }) !== undefined;
  const common = { ...known, isResource, isKind: isResource, authorizer, codec, dialect, gates, clock: systemClock };
  const admission = createAdmission([
    mutatingPolicies({
      ...common,
      policies: listOf("MutatingAdmissionPolicy"),
      bindings: listOf("MutatingAdmissionPolicyBinding"),
    }),
    validatingPolicies({
      ...common,
      policies: listOf("ValidatingAdmissionPolicy"),
      bindings: listOf("ValidatingAdmissionPolicyBinding"),
    }),
  ]);
  return {
    evaluate: async (policyRequest) => {
      const sources = { known, definitions: options.definitions };
      const { request, type, warnings, auditAnnotations } = admissionRequestOf(policyRequest, sources);
      let status: Status | undefined;
      try {
        await admission.mutate(request);
        await admission.validate(request);
      } catch (error) {
        if (!isStatusError(error)) throw error;
        status = error.toStatus();
      }
      const { definition, version } = type;
      const root = { kind: version.kind ?? definition.kind, apiVersion: apiVersionOf(policyRequest) };
      const shown = request.object && (version.conversion?.fromStorage(request.object) ?? request.object);
      return {
        allowed: status === undefined,
        status,
        object: shown && codec.valueOf(shown, version, root),
        warnings,
        auditAnnotations: Object.fromEntries(auditAnnotations),
      };
    },
  };
}

function apiVersionOf({ object, oldObject }: PolicyRequest): string {
  return (object ?? oldObject)?.apiVersion ?? "";
}

function checkManifests(...args: Parameters<typeof checkPolicies>): void {
  try {
    checkPolicies(...args);
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(error.message);
    throw error;
  }
}

interface Sources {
  readonly known: Manifests;
  readonly definitions: readonly ResourceDefinition[];
}

/** A request as the admission chain takes it, and what its steps add to it. */
interface RecordedRequest {
  readonly request: AdmissionRequest;
  readonly type: KnownType;
  readonly warnings: readonly string[];
  readonly auditAnnotations: ReadonlyMap<string, string>;
}

function admissionRequestOf(
  { object, oldObject, user = administrator, dryRun = false }: PolicyRequest,
  { known, definitions }: Sources,
): RecordedRequest {
  const evaluated = object ?? oldObject;
  if (evaluated === undefined) throw badRequest("there is no object to evaluate policies for");
  const type = typeOfKind(definitions, evaluated);
  if (type === undefined)
    throw badRequest(
      `no type is known for ${evaluated.kind ?? "an object without a kind"} of ${evaluated.apiVersion ?? ""}`,
    );
  const { definition, version } = type;
  const { group, version: name } = version;
  const operation: Operation = object === undefined ? "DELETE" : oldObject === undefined ? "CREATE" : "UPDATE";
  const warnings: string[] = [];
  const auditAnnotations = new Map<string, string>();
  const decode = (one: ApiObject | undefined): ApiObject | undefined => one && decoded(known, type, one);
  const request: AdmissionRequest = {
    operation,
    kind: { group, version: name, kind: version.kind ?? definition.kind },
    resource: { group, version: name, resource: definition.resource },
    subresource: "",
    namespace: definition.namespaced ? (evaluated.metadata.namespace ?? "default") : "",
    name: evaluated.metadata.name ?? "",
    object: decode(object),
    oldObject: decode(oldObject),
    dryRun,
    type,
    options: {},
    user,
    warn: (text) => {
      if (!warnings.includes(text)) warnings.push(text);
    },
    annotate: (key, value) => {
      if (!auditAnnotations.has(key)) auditAnnotations.set(key, value);
    },
  };
  return { request, type, warnings, auditAnnotations };
}

function decoded(known: Manifests, type: KnownType, object: ApiObject): ApiObject {
  try {
    return known.decode(type, object);
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(error.message);
    throw error;
  }
}
