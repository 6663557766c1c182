import type { TokenIssueRequest } from "@svc/authn";
import {
  type ApiObject,
  badRequest,
  conflict,
  type FieldError,
  formatTime,
  invalid,
  invalidObject,
  notFound,
  parseApiVersion,
  quote,
} from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import type { ExtensionContext, Route, SubresourceHandler } from "@svc/server";
import type { ServiceAccountTokens } from "../options/service-account-tokens.ts";

interface ObjectReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

interface TokenRequest extends ApiObject {
  spec: { audiences?: readonly string[]; expirationSeconds?: number; boundObjectRef?: ObjectReference };
  status?: { token: string; expirationTimestamp: string };
}

interface Pod extends ApiObject {
  spec?: { serviceAccountName?: string; nodeName?: string };
}

interface TokenOptions {
  readonly tokens: ServiceAccountTokens;
  /** The audiences of tokens that name none. */
  readonly apiAudiences: readonly string[];
}

const defaultSeconds = 3600;
const minSeconds = 600;
const maxSeconds = 2 ** 32;

function setDefaults(object: TokenRequest): void {
  object.spec = { ...object.spec, expirationSeconds: object.spec.expirationSeconds ?? defaultSeconds };
  const {
    uid: _,
    deletionTimestamp: __,
    deletionGracePeriodSeconds: ___,
    selfLink: ____,
    ...metadata
  } = object.metadata;
  object.metadata = metadata;
}

/** `POST …/serviceaccounts/<name>/token`: issues a token for the account. */
export function token(
  { local, requests }: ExtensionContext,
  { tokens: { issuer }, apiAudiences }: TokenOptions,
): SubresourceHandler {
  const { dialect, clock } = local.environment;
  return (state, route) => {
    const { namespace = "", name = "" } = route;
    let account: ApiObject | undefined;
    return requests.performAction<TokenRequest>(state, route, {
      prepare: setDefaults,
      check: async (object) => {
        checkPlace(object, route);
        ({ object: account } = await local.registry.get({ ...route.endpoint, subresource: "" }, { namespace, name }));
        object.metadata = { ...object.metadata, name, namespace, creationTimestamp: formatTime(clock.now()) };
        const { audiences = [], expirationSeconds = 0 } = object.spec;
        object.spec = { ...object.spec, audiences: audiences.length === 0 ? apiAudiences : audiences };
        const errors = expirationErrors(expirationSeconds);
        if (errors.length > 0) throw invalidObject({ ...bodyKind(route), name: "" }, errors);
      },
      act: async ({ object }) => {
        const { audiences = [], expirationSeconds: requested = 0, boundObjectRef } = object.spec;
        const bound = boundObjectRef == null ? {} : await boundTo(local, route, boundObjectRef);
        const expirationSeconds = Math.min(requested, issuer.maxExpirationSeconds);
        if (expirationSeconds < requested)
          state.warnings.add(`requested expiration of ${requested} seconds shortened to ${expirationSeconds} seconds`);
        const serviceAccount = { name, uid: account?.metadata.uid ?? "" };
        const issued = await issuer.issue({ namespace, serviceAccount, audiences, expirationSeconds, ...bound });
        state.audit?.annotate(`authentication.${dialect.labelDomain}/issued-credential-id`, `JTI=${issued.tokenId}`);
        object.spec = { ...object.spec, expirationSeconds };
        object.status = { token: issued.token, expirationTimestamp: formatTime(issued.expiresMs) };
        return { object };
      },
    });
  };
}

/** @throws {StatusError} for a request that names another account */
function checkPlace({ metadata }: TokenRequest, route: Route): void {
  const sentName = metadata.name ?? "";
  const { name = "" } = route;
  if (sentName === "" || sentName === name) return;
  throw invalidObject({ ...bodyKind(route), name }, [
    invalid("metadata.name", sentName, "must match the service account name if specified"),
  ]);
}

function bodyKind({ subresource }: Route): { readonly group: string; readonly kind: string } {
  return subresource?.view === "action" ? subresource.body : { group: "", kind: "" };
}

function expirationErrors(seconds: number): FieldError[] {
  const field = "spec.expirationSeconds";
  if (seconds < minSeconds) return [invalid(field, seconds, "may not specify a duration less than 10 minutes")];
  if (seconds > maxSeconds) return [invalid(field, seconds, "may not specify a duration larger than 2^32 seconds")];
  return [];
}

const bindable: ReadonlyMap<string, { readonly kind: "pod" | "node" | "secret"; readonly resource: string }> = new Map([
  ["Pod", { kind: "pod", resource: "pods" }],
  ["Node", { kind: "node", resource: "nodes" }],
  ["Secret", { kind: "secret", resource: "secrets" }],
] as const);

/**
 * The object with which a token goes.
 * @throws {StatusError} for one that is not there, or another's
 */
async function boundTo(
  local: LocalClient,
  { namespace = "", name: account = "" }: Route,
  { kind = "", apiVersion = "", name = "", uid = "" }: ObjectReference,
): Promise<Pick<TokenIssueRequest, "bound" | "node">> {
  const { group, version } = parseApiVersion(apiVersion) ?? { group: "", version: "" };
  const known = group === "" ? bindable.get(kind) : undefined;
  if (known === undefined) throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  if (name === "") throw badRequest("Name parameter required.");
  const { resource } = known;
  const object = await find(local, resource, { namespace: known.kind === "node" ? "" : namespace, name });
  if (object === undefined) throw notFound({ group: "", resource, name });
  const live = object.metadata.uid ?? "";
  if (known.kind === "pod" && ((object as Pod).spec?.serviceAccountName ?? "") !== account)
    throw badRequest(
      `cannot bind token for serviceaccount ${quote(account)} to pod running with different serviceaccount name.`,
    );
  if (uid !== "" && uid !== live)
    throw conflict(
      { group: "", resource: kind, name },
      `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  const bound = { kind: known.kind, object: { name, uid: live } };
  const nodeName = known.kind === "pod" ? ((object as Pod).spec?.nodeName ?? "") : "";
  return nodeName === "" ? { bound } : { bound, node: await nodeOf(local, nodeName) };
}

function find(local: LocalClient, resource: string, target: { readonly namespace: string; readonly name: string }) {
  return local.resource("", resource)?.getFresh(target);
}

/** A deleted node is still named, without its uid. */
async function nodeOf(local: LocalClient, name: string): Promise<NonNullable<TokenIssueRequest["node"]>> {
  const uid = (await find(local, "nodes", { namespace: "", name }))?.metadata.uid;
  return uid === undefined ? { name } : { name, uid };
}
