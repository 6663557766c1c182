import { aFunction, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import { badRequest } from "@svc/meta";

/** Position of a paged list: a key, at the revision of its first page. */
export interface ContinueToken {
  /** Undefined for the latest revision: such a list is not consistent. */
  readonly revision: number | undefined;
  /** Relative to the keys of the list: those of a namespace, or of the whole resource. */
  readonly start: string;
}

/**
 * Encodes and decodes tokens. They are opaque to clients; their form is compatible with other
 * servers of the same API.
 */
export interface ContinueTokenCodec {
  encode(token: ContinueToken): string;
  /** @throws {StatusError} 400 for an invalid token */
  decode(text: string): ContinueToken;
}

const inconsistent = -1;

/** Options of `createContinueTokenCodec`. */
export interface ContinueTokenOptions {
  /** Marks tokens: `meta.<api domain>/v1`. */
  readonly version: string;
  /**
   * Its errors are sent to clients.
   * @default JSON.parse
   */
  readonly parseJson?: (bytes: Buffer) => unknown;
}

const continueTokenOptions = optionsOf<ContinueTokenOptions>({
  version: aString,
  parseJson: optional(aFunction),
});

/** Creates a codec for one dialect. @throws {TypeError} for a wrong argument */
export function createContinueTokenCodec(options: ContinueTokenOptions): ContinueTokenCodec {
  checkArgument("createContinueTokenCodec: options", options, continueTokenOptions);
  const { version, parseJson = parseText } = options;
  return {
    encode: ({ revision, start }) =>
      Buffer.from(JSON.stringify({ v: version, rv: revision ?? inconsistent, start })).toString("base64url"),
    decode: (text) => {
      const { v, rv, start } = parse(text, parseJson);
      if (v !== version) throw refused(`server does not recognize this encoded version ${v}`);
      if (rv === 0) throw refused(`incorrect encoded start resourceVersion (version ${version})`);
      if (start === "") throw refused(`encoded start key empty (version ${version})`);
      // Other servers begin it with a slash.
      const key = start.replace(/^\//, "");
      const path = `/${key}/`;
      if (key !== "" && ["//", "/../", "/./"].some((odd) => path.includes(odd))) throw refused(start);
      return { revision: rv < 0 ? undefined : rv, start: key };
    },
  };
}

interface Parsed {
  readonly v: string;
  readonly rv: number;
  readonly start: string;
}

function parse(text: string, parseJson: (bytes: Buffer) => unknown): Parsed {
  const wrong = /[^A-Za-z0-9_-]/.exec(text);
  if (wrong !== null) throw refused(`illegal base64 data at input byte ${wrong.index}`);
  if (text.length % 4 === 1) throw refused(`illegal base64 data at input byte ${text.length - 1}`);
  let value: unknown;
  try {
    value = parseJson(Buffer.from(text, "base64url")) ?? {};
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : "invalid JSON", cause);
  }
  if (typeof value !== "object" || Array.isArray(value))
    throw refused(`json: cannot unmarshal ${kindOf(value)} into Go value of type storage.continueToken`);
  const { v = "", rv = 0, start = "" } = value as Record<string, unknown>;
  if (typeof v !== "string") throw wrongMember("v", kindOf(v), "string");
  if (typeof rv !== "number") throw wrongMember("rv", kindOf(rv), "int64");
  if (!Number.isSafeInteger(rv)) throw wrongMember("rv", `number ${rv}`, "int64");
  if (typeof start !== "string") throw wrongMember("start", kindOf(start), "string");
  return { v, rv, start };
}

function parseText(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString("utf8"));
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

function wrongMember(name: string, what: string, type: string): Error {
  return refused(`json: cannot unmarshal ${what} into Go struct field continueToken.${name} of type ${type}`);
}

function refused(why: string, cause?: unknown): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`, cause);
}
