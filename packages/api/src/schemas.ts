import { checkArgument } from "@svc/base/check";
import { aDialect, type Dialect, type GroupVersion } from "@svc/meta";
import { commonSchemaTexts, createSchemas, type Schemas } from "@svc/schema";
import { descriptionOf } from "./descriptions/index.ts";
import { schemaTexts } from "./gen/schemas.ts";
import { tables } from "./gen/tables.ts";

const texts = { ...commonSchemaTexts, ...schemaTexts };

/**
 * The schemas of the built-in kinds, and of the types that all APIs share.
 * @throws {TypeError} for a wrong argument
 */
export function createBuiltinSchemas(dialect: Dialect): Schemas {
  checkArgument("createBuiltinSchemas: dialect", dialect, aDialect);
  const groups = JSON.parse(dialect.expand(tables.groups)) as readonly GroupVersion[];
  return createSchemas({ dialect, texts, describe: descriptionOf, groupVersions: () => groups });
}
