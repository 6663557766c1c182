import { decodeUtf8 } from "@svc/base";
import { type FieldError, quote } from "@svc/meta";

/**
 * Bytes that are not an object of the requested type. The message is the reason only;
 * `decodeErrorMessage` formats it for a response.
 */
export class DecodeError extends Error {
  /** `type`: the kind could not be read. `object`: the kind is known, the content does not fit. */
  readonly stage: "type" | "object";
  /**
   * The reason for a value that was converted to an object, such as the result of a strategic merge
   * patch. The original's wording differs for some.
   */
  readonly ofValue: string;
  /** The same as an error of a field, for an embedded object that cannot be decoded. */
  readonly problem: FieldError | undefined;

  constructor(
    stage: "type" | "object",
    message: string,
    { ofValue = message, problem }: { readonly ofValue?: string; readonly problem?: FieldError } = {},
  ) {
    super(message);
    this.name = "DecodeError";
    this.stage = stage;
    this.ofValue = ofValue;
    this.problem = problem;
  }
}

/** The expected type of a body that could not be decoded. */
interface DecodeContext {
  readonly bytes: Uint8Array;
  /** The kind that the endpoint accepts. */
  readonly expectedKind: string;
  /** The kind in the body, or its default. */
  readonly kind: string;
  readonly version: string;
}

/** The message of the 400 for a body that cannot be decoded. */
export function decodeErrorMessage(error: DecodeError, context: DecodeContext): string {
  if (error.stage === "object") return cannotBeHandled(context, error.message);
  return `the object provided is unrecognized (must be of type ${context.expectedKind}): ${error.message} (${summarize(context.bytes)})`;
}

/**
 * The text of the 400 for a body that only a strict decoder refuses. Repeated keys of YAML come
 * first and are one error of several lines.
 */
export function strictErrorMessage(strictErrors: readonly string[], context: Omit<DecodeContext, "bytes">): string {
  const keys = strictErrors.filter((error) => yamlKey.test(error));
  const others = strictErrors.filter((error) => !yamlKey.test(error));
  const ofKeys = keys.length === 0 ? [] : [["yaml: unmarshal errors:", ...keys].join("\n  ")];
  return cannotBeHandled(context, `strict decoding error: ${[...ofKeys, ...others].join(", ")}`);
}

function cannotBeHandled({ kind, version, expectedKind }: Omit<DecodeContext, "bytes">, why: string): string {
  return `${kind} in version ${quote(version)} cannot be handled as a ${expectedKind}: ${why}`;
}

const shownBytes = 30;

/** The start of a body: as text where it looks like JSON, else in hex. */
function summarize(bytes: Uint8Array): string {
  if (bytes.length === 0) return "<empty>";
  const start = bytes.subarray(0, shownBytes);
  const shown = bytes[0] === 0x7b ? decodeUtf8(start) : Buffer.from(start).toString("hex");
  return bytes.length > shownBytes ? `${shown} ...` : shown;
}

/** The message of the YAML reader for a repeated key. */
const yamlKey = /^line \d+: key "/;
