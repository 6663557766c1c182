import { type AppliedWrite, objectText } from "@svc/apply";
import { type Codec, DecodeError } from "@svc/codec";
import { type ApiObject, formatKind, type JsonValue, plainError } from "@svc/meta";

/**
 * Normalizes the merged value of an apply, whose parts may have any valid spelling.
 * @throws {StatusError} 500 for an invalid value
 */
export function normalizeMerged(
  codec: Codec,
  value: Readonly<Record<string, JsonValue>>,
  { endpoint, live, intent }: Pick<AppliedWrite, "endpoint" | "live" | "intent">,
): ApiObject {
  const { definition, version } = endpoint;
  try {
    return codec.decodeValue(value, version, live).object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const kind = formatKind({ group: version.group, version: version.version, kind: version.kind ?? definition.kind });
    const what = objectText(endpoint, intent);
    throw plainError(
      `failed to convert new object (${what}) to proper version: unable to convert unstructured object to ${kind}: ${error.ofValue}`,
      error,
    );
  }
}
