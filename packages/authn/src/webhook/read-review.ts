import { quote } from "@svc/base";
import type { AuthenticationResult, User } from "../authenticator.ts";
import { isRecord } from "../token/jwt.ts";

interface ReadReviewOptions {
  readonly apiVersion: string;
  /** Required audiences; empty for any. */
  readonly requestedAudiences: readonly string[];
  /** The audiences of a response that names none. */
  readonly defaultAudiences: readonly string[];
}

type ReviewResult =
  | { readonly ok: true; readonly result: AuthenticationResult }
  | { readonly ok: false; readonly message: string };

type Fields = Readonly<Record<string, unknown>>;

/** Reads the response to a review. A malformed one is a failure, never a user. */
export function readReview(
  text: string,
  { apiVersion, requestedAudiences, defaultAudiences }: ReadReviewOptions,
): ReviewResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failure("the answer of the webhook is no JSON");
  }
  if (!isRecord(value)) return failure("the answer of the webhook is no object");
  if (value["kind"] !== "TokenReview" || value["apiVersion"] !== apiVersion)
    return failure(`the webhook answered no TokenReview of ${quote(apiVersion)}`);
  const status = value["status"] ?? {};
  if (!isRecord(status)) return failure("the status in the webhook's answer is no object");
  const { authenticated = false } = status;
  const error = status["error"] ?? "";
  if (typeof authenticated !== "boolean" || typeof error !== "string")
    return failure("in the webhook's answer, authenticated must be true or false and the error a text");
  const returnedAudiences = texts(status["audiences"]);
  if (returnedAudiences === undefined) return failure("the audiences in the webhook's answer are no list of text");
  const tokenAudiences = returnedAudiences.length === 0 ? defaultAudiences : returnedAudiences;
  const audiences =
    requestedAudiences.length === 0 ? tokenAudiences : requestedAudiences.filter((a) => tokenAudiences.includes(a));
  if (requestedAudiences.length > 0 && audiences.length === 0) return { ok: true, result: { kind: "absent" } };
  if (!authenticated)
    return { ok: true, result: error === "" ? { kind: "absent" } : { kind: "rejected", reason: error } };
  const user = userOf(status["user"] ?? {});
  if (typeof user === "string") return failure(user);
  return { ok: true, result: { kind: "authenticated", user, audiences } };
}

function userOf(value: unknown): User | string {
  if (!isRecord(value)) return "the user in the webhook's answer is no object";
  const name = value["username"] ?? "";
  const uid = value["uid"] ?? "";
  const groups = texts(value["groups"]);
  const extra = extraOf(value["extra"] ?? {});
  if (typeof name !== "string" || typeof uid !== "string" || groups === undefined || extra === undefined)
    return "the user in the webhook's answer is not as it must be";
  return { name, uid, groups, extra };
}

function extraOf(value: unknown): User["extra"] | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value as Fields).map(([key, list]) => [key, texts(list)] as const);
  return entries.every((e): e is readonly [string, readonly string[]] => e[1] !== undefined)
    ? Object.fromEntries(entries)
    : undefined;
}

/** Absent is an empty list; undefined for anything but a list of strings. */
function texts(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every((v): v is string => typeof v === "string") ? value : undefined;
}

function failure(message: string): ReviewResult {
  return { ok: false, message };
}
