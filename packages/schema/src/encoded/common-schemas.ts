import { aFunction, checkArgument } from "@svc/base/check";
import { aDialect, type Dialect, type GroupVersion } from "@svc/meta";
import { commonDescriptions } from "../common-descriptions.ts";
import { commonSchemaTexts } from "../gen/common-schemas.ts";
import { createSchemas, type Schemas } from "./schemas.ts";

/**
 * The types that all APIs share: metadata, lists, statuses, options, tables, discovery.
 * @param groupVersions the group versions that have the kinds of every group
 * @throws {TypeError} for a wrong argument
 */
export function createCommonSchemas(dialect: Dialect, groupVersions: () => readonly GroupVersion[]): Schemas {
  checkArgument("createCommonSchemas: dialect", dialect, aDialect);
  checkArgument("createCommonSchemas: groupVersions", groupVersions, aFunction);
  const describe = (name: string): (typeof commonDescriptions)[string] | undefined => commonDescriptions[name];
  return createSchemas({ dialect, texts: commonSchemaTexts, describe, groupVersions });
}
