import { type ApiObject, formatKind } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion } from "@svc/schema";

/** What ownership needs to know of a version of a resource. */
export type OwnedVersion = Pick<
  ResourceVersion,
  "group" | "version" | "kind" | "schema" | "semantics" | "conversion" | "subresources"
>;

/** What it needs to know of a resource. */
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

export interface OwnedWrite {
  readonly endpoint: OwnedEndpoint;
  /**
   * In the version of the endpoint; undefined where there is none yet. Not changed; nor may its
   * parts be by others, since what was made of them is remembered.
   */
  readonly live: ApiObject | undefined;
  /** @default unknown, where it is empty */
  readonly manager: string;
  /** RFC 3339, whole seconds. */
  readonly now: string;
}

export interface TrackedWrite extends OwnedWrite {
  /** In the version of the endpoint; its `managedFields` are set in place. */
  readonly next: ApiObject;
}

export interface AppliedWrite extends OwnedWrite {
  /**
   * What the manager wants, as it was written: values are not settled, nothing is filled in. Its
   * parts are changed by nobody any more, since they are remembered.
   */
  readonly intent: ApiObject;
  /** Take over fields that others own. */
  readonly force: boolean;
}

/** An object as messages name it: `default/web; apps/v1, Kind=Deployment`. */
export function objectText({ definition, version }: OwnedEndpoint, { metadata }: Pick<ApiObject, "metadata">): string {
  const kind = { group: version.group, version: version.version, kind: version.kind ?? definition.kind };
  return `${textOf(metadata?.namespace)}/${textOf(metadata?.name)}; ${formatKind(kind)}`;
}

/** An object that was written by hand may have anything for a name. */
function textOf(name: unknown): string {
  return typeof name === "string" ? name : "";
}
