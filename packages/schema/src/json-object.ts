import type { JsonValue } from "@svc/meta";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, JsonValue>>;
