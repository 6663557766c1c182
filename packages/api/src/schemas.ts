import type { Dialect, GroupVersion } from "@svc/meta";
import { commonSchemaTexts, createSchemas, type Schemas } from "@svc/schema";
import { descriptionOf } from "./descriptions/index.ts";
import { schemaTexts } from "./gen/schemas.ts";
import { tables } from "./gen/tables.ts";

const texts = { ...commonSchemaTexts, ...schemaTexts };

/** The schemas of the built-in kinds, and of the types that all APIs share. */
export function createBuiltinSchemas(dialect: Dialect): Schemas {
  const groups = JSON.parse(dialect.expand(tables.groups)) as readonly GroupVersion[];
  return createSchemas({ dialect, texts, describe: descriptionOf, groupVersions: () => groups });
}
