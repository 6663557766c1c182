import type { Dialect, GroupVersion } from "@svc/meta";
import { commonDescriptions } from "../common-descriptions.ts";
import { commonSchemaTexts } from "../gen/common-schemas.ts";
import { createSchemas, type Schemas } from "./schemas.ts";

/**
 * The types that all APIs share: metadata, lists, statuses, options, tables, discovery.
 * @param groupVersions the group versions that have the kinds of every group
 */
export function createCommonSchemas(dialect: Dialect, groupVersions: () => readonly GroupVersion[]): Schemas {
  const describe = (name: string): (typeof commonDescriptions)[string] | undefined => commonDescriptions[name];
  return createSchemas({ dialect, texts: commonSchemaTexts, describe, groupVersions });
}
