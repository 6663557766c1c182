import { type AppliedWrite, objectText } from "@svc/apply";
import { type Codec, DecodeError } from "@svc/codec";
import { type ApiObject, formatKind, type JsonValue, plainError } from "@svc/meta";

/**
 * The object of what an apply merged, whose parts may be written in any way that the type allows.
 * @throws {StatusError} 500 where it is none
 */
export function settleMerged(
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
