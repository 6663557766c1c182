// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import { text as apidiscoveryV2 } from "./schemas/apidiscovery-v2.ts";
import { text as metaV1 } from "./schemas/meta-v1.ts";
import { text as runtime } from "./schemas/runtime.ts";
import { text as version } from "./schemas/version.ts";

/** Schemas as JSON, by the part of their names before the dot; and what comes before their names in OpenAPI documents. */
export const commonSchemaTexts: Readonly<Record<string, { readonly text: string; readonly openapi: string }>> = {
  "apidiscovery/v2": { text: apidiscoveryV2, openapi: "{openapi}.api.apidiscovery.v2" },
  "meta/v1": { text: metaV1, openapi: "{openapi}.apimachinery.pkg.apis.meta.v1" },
  "runtime": { text: runtime, openapi: "{openapi}.apimachinery.pkg.runtime" },
  "version": { text: version, openapi: "{openapi}.apimachinery.pkg.version" },
};
