import { badRequest } from "@svc/meta";

/** Where a paged list goes on: at a key, at the revision of its first page. */
export interface ContinueToken {
  /** Undefined: at the latest revision, whatever it is then. Such a list is not consistent. */
  readonly revision: number | undefined;
  /** Relative to the resource's prefix. */
  readonly start: string;
}

/** A token is opaque to clients; its form is the one that they may hold from another server of the same API. */
export interface ContinueTokenCodec {
  encode(token: ContinueToken): string;
  /** @throws {StatusError} 400 for what is no token */
  decode(text: string): ContinueToken;
}

const inconsistent = -1;

/** @param version what tokens are marked with: `meta.<api domain>/v1` */
export function createContinueTokenCodec(version: string): ContinueTokenCodec {
  return {
    encode: ({ revision, start }) =>
      Buffer.from(JSON.stringify({ v: version, rv: revision ?? inconsistent, start })).toString("base64url"),
    decode: (text) => {
      const token = parse(text);
      if (token.v !== version) throw refused(`server does not recognize this encoded version ${String(token.v ?? "")}`);
      const { rv, start } = token;
      if (rv === 0 || rv === undefined) throw refused(`incorrect encoded start resourceVersion (version ${version})`);
      if (start === undefined || start === "") throw refused(`encoded start key empty (version ${version})`);
      if (
        start.includes("//") ||
        `/${start}/`.includes("/../") ||
        `/${start}/`.includes("/./") ||
        start.startsWith("/")
      )
        throw refused(start);
      return { revision: rv < 0 ? undefined : rv, start };
    },
  };
}

interface Parsed {
  readonly v?: unknown;
  readonly rv: number | undefined;
  readonly start: string | undefined;
}

function parse(text: string): Parsed {
  const wrong = /[^A-Za-z0-9_-]/.exec(text);
  if (wrong !== null) throw refused(`illegal base64 data at input byte ${wrong.index}`);
  if (text.length % 4 === 1) throw refused(`illegal base64 data at input byte ${text.length - 1}`);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch (cause) {
    throw refused(cause instanceof Error ? cause.message : "invalid JSON", cause);
  }
  if (typeof value !== "object" || value === null) throw refused("json: cannot unmarshal value into a continue token");
  const { v, rv, start } = value as Record<string, unknown>;
  return {
    v,
    rv: typeof rv === "number" && Number.isSafeInteger(rv) ? rv : undefined,
    start: typeof start === "string" ? start : undefined,
  };
}

function refused(why: string, cause?: unknown): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`, cause);
}
