import { type ApiObject, formatKind } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion } from "@svc/schema";

/** The parts of a resource version that ownership depends on. */
export type OwnedVersion = Pick<
  ResourceVersion,
  "group" | "version" | "kind" | "schema" | "semantics" | "conversion" | "subresources"
>;

/** The parts of a resource that ownership depends on. */
export interface OwnedDefinition extends Pick<ResourceDefinition, "kind"> {
  readonly strategy?: Pick<ResourceDefinition["strategy"], "resetFields">;
  readonly versions: readonly OwnedVersion[];
}

/** A resource as one group version serves it, or one of its subresources. */
export interface OwnedEndpoint {
  readonly definition: OwnedDefinition;
  readonly version: OwnedVersion;
  /** Empty for the resource itself. */
  readonly subresource: string;
}

/** A write of an object, as ownership tracking sees it. */
export interface OwnedWrite {
  readonly endpoint: OwnedEndpoint;
  /**
   * In the version of the endpoint; undefined where the object does not exist. Neither the object
   * nor its parts may change afterwards, since results are cached by identity.
   */
  readonly live: ApiObject | undefined;
  /** The field manager. @default unknown, where it is empty */
  readonly manager: string;
  /** RFC 3339, whole seconds. */
  readonly now: string;
}

/** A write other than apply: a create, an update or another patch. */
export interface TrackedWrite extends OwnedWrite {
  /** In the version of the endpoint; its `managedFields` are set in place. */
  readonly next: ApiObject;
}

/** A server-side apply. */
export interface AppliedWrite extends OwnedWrite {
  /**
   * The manager's intent as written: neither normalized nor defaulted. Its parts must not change
   * afterwards, since results are cached by identity.
   */
  readonly intent: ApiObject;
  /** Takes over fields of other managers. */
  readonly force: boolean;
}

/** Names an object for messages: `default/web; apps/v1, Kind=Deployment`. */
export function objectText({ definition, version }: OwnedEndpoint, { metadata }: Pick<ApiObject, "metadata">): string {
  const kind = { group: version.group, version: version.version, kind: version.kind ?? definition.kind };
  return `${textOf(metadata?.namespace)}/${textOf(metadata?.name)}; ${formatKind(kind)}`;
}

/** The name of an object that a client wrote may be of any type. */
function textOf(name: unknown): string {
  return typeof name === "string" ? name : "";
}
