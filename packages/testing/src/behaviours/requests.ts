import type { Exchange } from "./scenario.ts";

/** The expected content of a response, in addition to its code. */
type Said = Omit<Exchange, "method" | "path" | "body" | "code">;

const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

export const get = (path: string, reported: Said = {}, code = 200): Exchange => ({
  method: "GET",
  path,
  code,
  ...reported,
});

export const post = (path: string, body: object | string, reported: Said = {}, code = 201): Exchange => ({
  method: "POST",
  path,
  body,
  code,
  ...reported,
});

export const put = (path: string, body: object | string, reported: Said = {}, code = 200): Exchange => ({
  method: "PUT",
  path,
  body,
  code,
  ...reported,
});

export const remove = (path: string, reported: Said = {}, code = 200): Exchange => ({
  method: "DELETE",
  path,
  code,
  ...reported,
});

export const patch = (
  type: keyof typeof patchTypes,
  path: string,
  body: object | string,
  reported: Said = {},
  code = 200,
): Exchange => ({
  method: "PATCH",
  path,
  body,
  code,
  ...reported,
  headers: { "content-type": patchTypes[type], ...reported.headers },
});

/** A refusal: its code and message. */
export const refused = (exchange: Exchange, code: number, message: string, has: object = {}): Exchange => ({
  ...exchange,
  code,
  message,
  has: { kind: "Status", status: "Failure", code, ...has },
});
