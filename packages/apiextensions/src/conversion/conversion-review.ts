import { quote } from "@svc/base";
import { type ApiObject, parseApiVersion } from "@svc/meta";
import type { ConversionFailure } from "../definition/definition-observer.ts";
import { jsonTypeName, type Members, membersOf, mistypedMember } from "./mistyped-member.ts";

/** The request to a conversion webhook. Source: `ConversionReview` of `apiextensions` v1. */
export interface ConversionReview {
  readonly kind: "ConversionReview";
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly ApiObject[];
  };
  /** An empty response. kube-apiserver sends one, and webhooks that fill it in find it there. */
  readonly response: typeof emptyResponse;
}

export const emptyResponse = { uid: "", convertedObjects: null, result: { metadata: {} } } as const;

const known: readonly string[] = ["v1", "v1beta1"];

/** The first version of reviews that both sides support. */
export function reviewVersion(taken: readonly string[]): string | undefined {
  return taken.find((version) => known.includes(version));
}

/** Why a response cannot be used. */
interface ResponseProblem {
  readonly problem: string;
  readonly failure: ConversionFailure;
}

/** The objects of a response, or its error, with the original's message. */
export function convertedObjects(
  answer: unknown,
  { apiVersion, request }: ConversionReview,
): { readonly objects: readonly Members[] } | ResponseProblem | { readonly unreadable: string } {
  const problem = (text: string): ResponseProblem => ({ problem: `failed: ${text}`, failure: "malformed_response" });
  const review = membersOf(answer);
  for (const name of ["apiVersion", "kind"]) {
    const type = jsonTypeName(review?.[name] ?? "");
    if (type !== "string")
      return problem(`${notTyped}: json: cannot unmarshal ${type} into Go struct field .${name} of type string`);
  }
  const declared = { apiVersion: textOf(review?.["apiVersion"]), kind: textOf(review?.["kind"]) };
  const wrongType = typeProblem(declared, apiVersion);
  if (wrongType !== undefined) return problem(wrongType);
  const mistyped = mistypedMember(review ?? {});
  if (mistyped !== undefined) return problem(mistyped);
  const response = membersOf(review?.["response"]);
  if (response === undefined) return problem("no response provided");
  // Older reviews need not repeat the uid.
  const uid = textOf(response["uid"]);
  if (uid !== request.uid && versionOf(apiVersion) === "v1")
    return problem(`expected response.uid=${quote(request.uid)}, got ${quote(uid)}`);
  const result = membersOf(response["result"]);
  const status = textOf(result?.["status"]);
  if (status !== "Success") {
    const message = textOf(result?.["message"]);
    return problem(message === "" ? `response.result.status was '${status}', not 'Success'` : message);
  }
  const list: unknown = response["convertedObjects"];
  const objects: readonly unknown[] = Array.isArray(list) ? list : [];
  if (objects.length !== request.objects.length)
    return {
      problem: `returned ${objects.length} objects, expected ${request.objects.length}`,
      failure: "partial_response",
    };
  const unreadable = objects.map(unreadableProblem).find((text) => text !== undefined);
  return unreadable === undefined ? { objects: objects as readonly Members[] } : { unreadable };
}

type DeclaredType = Pick<Required<ApiObject>, "apiVersion" | "kind">;

const reviewKind = "ConversionReview";

/** Kinds of all groups, and those of all versions of the group of reviews. */
const sharedKinds: ReadonlySet<string> = new Set([
  "Status",
  "APIVersions",
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
]);
const groupKinds: ReadonlySet<string> = new Set([
  reviewKind,
  "CustomResourceDefinition",
  "CustomResourceDefinitionList",
  "CreateOptions",
  "DeleteOptions",
  "GetOptions",
  "ListOptions",
  "PatchOptions",
  "Status",
  "UpdateOptions",
  "WatchEvent",
]);

/** Why an object of the declared type is not the response; an absent type is decoded as one. */
function typeProblem(declared: DeclaredType, expected: string): string | undefined {
  const apiVersion = declared.apiVersion || expected;
  const kind = declared.kind || reviewKind;
  if (parseApiVersion(apiVersion) === undefined) return `unexpected GroupVersion string: ${apiVersion}`;
  const version = versionOf(apiVersion);
  const isOfGroup = groupOf(apiVersion) === groupOf(expected) && known.includes(version) && groupKinds.has(kind);
  if (!isOfGroup && !(apiVersion === "v1" && sharedKinds.has(kind)))
    return `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`;
  if (kind !== reviewKind || apiVersion !== expected)
    return `converting (${version}.${kind}) to (${versionOf(expected)}.${reviewKind}): unknown conversion`;
  if (declared.kind === kind && declared.apiVersion === apiVersion) return undefined;
  const shown = declared.apiVersion === "" ? "/" : declared.apiVersion;
  return `expected webhook response of ${expected}, Kind=${reviewKind}, got ${shown}, Kind=${declared.kind}`;
}

const notTyped = "couldn't get version/kind; json parse error";

/** Why a converted object cannot be read. */
function unreadableProblem(object: unknown): string | undefined {
  if (object === null) return "unexpected end of JSON input";
  const members = membersOf(object);
  if (members === undefined)
    return `json: cannot unmarshal ${jsonTypeName(object)} into Go value of type map[string]interface {}`;
  const apiVersion = textOf(members["apiVersion"]);
  const isTyped = textOf(members["kind"]) !== "" && (apiVersion === "" || parseApiVersion(apiVersion) !== undefined);
  return isTyped ? undefined : `Object 'Kind' is missing in '${JSON.stringify(members)}'`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.indexOf("/")));
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}
