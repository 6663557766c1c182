import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { JsonObject } from "@svc/schema";
import type { RequestState } from "../request/request-state.ts";

/** Handles all requests below one group version, its discovery included. */
export type GroupHandler = (state: RequestState) => MaybePromise<HttpResponse>;

/** A group in the plain form of discovery. */
export interface PlainGroup {
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly string[];
}

/** A group in the aggregated form of discovery. */
export interface AggregatedGroup {
  readonly name: string;
  /** `APIVersionDiscovery` objects, the preferred version first. */
  readonly versions: readonly AggregatedVersion[];
}

/** One version, as the aggregated form of discovery has it. */
export interface AggregatedVersion {
  readonly version: string;
  readonly [field: string]: unknown;
}

/** A document below `/openapi/v3/`, or a handler that serves one. */
export type OpenApiV3Entry =
  | {
      /** The path and query in the index. */
      readonly serverRelativeUrl: string;
      readonly handler: GroupHandler;
    }
  | {
      /** Served in all formats; the same object as long as it does not change. */
      readonly document: JsonObject;
    };

/**
 * The groups of an extension below `/apis`. Each function gets the groups of the catalog and of
 * previous extensions, and returns the complete list, in order. It is called once for each state of
 * the catalog and of the extension.
 */
export interface GroupsSnapshot {
  /** Called before the catalog; undefined leaves the group version to the catalog. */
  readonly handler: (group: string, version: string) => GroupHandler | undefined;
  /** The groups of `/apis` and of `/apis/<group>`. @default unchanged */
  readonly plain?: (groups: readonly PlainGroup[]) => readonly PlainGroup[];
  /** The groups of `/apis` in the aggregated form. @default unchanged */
  readonly aggregated?: (groups: readonly AggregatedGroup[]) => readonly AggregatedGroup[];
  /** The document `/openapi/v2`. @default unchanged */
  readonly openApiV2?: (document: JsonObject) => JsonObject;
  /** By the path below `/openapi/v3/`: `apis/<group>/<version>`. @default none */
  readonly openApiV3?: ReadonlyMap<string, OpenApiV3Entry>;
}

/**
 * Groups and versions that an extension serves with its own handlers, changing while the server
 * runs. Their requests pass all stages first.
 */
export interface ExtensionGroups {
  /** The present state. It is the same value until the next change. */
  snapshot(): GroupsSnapshot;
}
