import { checkArgument, listOf } from "@svc/base/check";
import {
  type AuthenticationRequest,
  type AuthenticationResult,
  type Authenticator,
  reasonsOf,
  rejectedBy,
} from "./authenticator.ts";
import { anAuthenticator } from "./expected.ts";

const expectedAuthenticators = listOf(anAuthenticator);

/**
 * Tries authenticators in order; the first success decides. A rejection does not stop the chain,
 * since the credential may belong to a later one; without a success, any rejection rejects the
 * request.
 * @throws {TypeError} for a wrong argument
 */
export function unionAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  checkArgument("unionAuthenticator: authenticators", authenticators, expectedAuthenticators);
  const [only] = authenticators;
  if (authenticators.length === 1 && only !== undefined) return only;
  return { authenticate: (request) => authenticateFrom(authenticators, request, start) };
}

interface Rejections {
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/** The next authenticator to ask, and the rejections of earlier ones. */
interface Progress {
  readonly next: number;
  readonly rejections: Rejections;
}

const start: Progress = { next: 0, rejections: { reasons: [], warnings: [] } };

function authenticateFrom(
  authenticators: readonly Authenticator[],
  request: AuthenticationRequest,
  { next, rejections: earlier }: Progress,
): AuthenticationResult | Promise<AuthenticationResult> {
  let rejections = earlier;
  for (let i = next; i < authenticators.length; i++) {
    const result = authenticators[i]?.authenticate(request);
    if (result instanceof Promise) {
      const before = rejections;
      return result.then((r) =>
        r.kind === "authenticated"
          ? r
          : authenticateFrom(authenticators, request, { next: i + 1, rejections: withResult(before, r) }),
      );
    }
    if (result?.kind === "authenticated") return result;
    if (result !== undefined) rejections = withResult(rejections, result);
  }
  const { reasons, warnings } = rejections;
  if (reasons.length > 0) return rejectedBy(reasons);
  return warnings.length === 0 ? absent : { kind: "absent", warnings };
}

const absent: AuthenticationResult = { kind: "absent" };

function withResult(
  { reasons, warnings }: Rejections,
  result: Exclude<AuthenticationResult, { kind: "authenticated" }>,
): Rejections {
  if (result.kind === "rejected") return { reasons: [...reasons, ...reasonsOf(result)], warnings };
  return result.warnings === undefined
    ? { reasons, warnings }
    : { reasons, warnings: [...warnings, ...result.warnings] };
}
