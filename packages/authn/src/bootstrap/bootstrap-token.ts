import { timingSafeEqual } from "node:crypto";
import type { Clock } from "@svc/base";
import { aClock, checkArgument, optionsOf, withMethods } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, parseTime } from "@svc/meta";
import type { AuthenticationResult } from "../authenticator.ts";
import type { ClusterObjects } from "../service-account/objects.ts";
import { notForAudiences } from "../token/for-audiences.ts";
import { anyAudience, type TokenVerifier } from "../token/token-verifier.ts";

/** Options of `bootstrapTokenVerifier`. */
export interface BootstrapTokenOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly objects: Pick<ClusterObjects, "getCached">;
}

const form = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const groupForm = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
const absent: AuthenticationResult = { kind: "absent" };

const bootstrapTokenOptions = optionsOf<BootstrapTokenOptions>({
  dialect: aDialect,
  clock: aClock,
  objects: withMethods("a ClusterObjects of @svc/authn", "getCached"),
});

/**
 * Verifies bootstrap tokens, with which nodes join: `abcdef.0123456789abcdef`, stored in the secret
 * `bootstrap-token-abcdef` of the system namespace. A token counts as absent if its secret is
 * missing, does not allow authentication, or does not match.
 * @throws {TypeError} for a wrong argument
 */
export function bootstrapTokenVerifier(options: BootstrapTokenOptions): TokenVerifier {
  checkArgument("bootstrapTokenVerifier: options", options, bootstrapTokenOptions);
  const { dialect, clock, objects } = options;
  const type = dialect.expand("bootstrap.{labels}/token");
  const { system } = dialect.namespaces;
  return {
    verify: (token, { audiences } = anyAudience) => {
      const match = form.exec(token);
      if (match === null) return absent;
      const [, id = "", secret = ""] = match;
      const found = objects.getCached("secrets", system, `bootstrap-token-${id}`);
      const judge = (object: ApiObject | undefined): AuthenticationResult =>
        object === undefined || object["type"] !== type
          ? absent
          : forNobodyElse(judgeSecret(object, { id, secret }, clock.now()), audiences);
      return found instanceof Promise ? found.then(judge) : judge(found);
    },
  };
}

/** A bootstrap token names no audience. */
function forNobodyElse(result: AuthenticationResult, audiences: readonly string[]): AuthenticationResult {
  return result.kind === "authenticated" && audiences.length > 0 ? notForAudiences(audiences) : result;
}

function judgeSecret(
  object: ApiObject,
  { id, secret }: { readonly id: string; readonly secret: string },
  nowMs: number,
): AuthenticationResult {
  if (object.metadata.deletionTimestamp !== undefined) return absent;
  const data = (object["data"] ?? {}) as Readonly<Record<string, string>>;
  const text = (key: string): string => Buffer.from(data[key] ?? "", "base64").toString("utf8");
  if (!sameText(text("token-secret"), secret) || text("token-id") !== id) return absent;
  if (isExpired(text("expiration"), nowMs) || text("usage-bootstrap-authentication") !== "true") return absent;
  const extra = groupsOf(text("auth-extra-groups"));
  if (extra === undefined) return absent;
  const groups = [...new Set(["system:bootstrappers", ...extra])].sort();
  return { kind: "authenticated", user: { name: `system:bootstrap:${id}`, uid: "", groups, extra: {} } };
}

/** An unreadable expiration counts as expired. */
function isExpired(expiration: string, nowMs: number): boolean {
  if (expiration === "") return false;
  const until = parseTime(expiration);
  return until === undefined || until.seconds * 1000 <= nowMs;
}

/** Returns undefined if any group is not a bootstrap group. */
function groupsOf(list: string): readonly string[] | undefined {
  if (list === "") return [];
  const groups = list.split(",");
  return groups.every((g) => groupForm.test(g)) ? groups : undefined;
}

function sameText(stored: string, sent: string): boolean {
  const [a, b] = [Buffer.from(stored), Buffer.from(sent)];
  return a.length === b.length && timingSafeEqual(a, b);
}
