import { type AuthenticationRequest, type AuthenticationResult, type Authenticator, completeUser } from "@svc/authn";
import type { Clock, Log } from "@svc/base";
import { unauthorized } from "@svc/meta";
import type { AuthenticationMetrics } from "../metrics/access-metrics.ts";
import { currentMs, type RequestContent, type RequestState, readClock } from "../request/request-state.ts";
import type { Stage } from "../request/stage.ts";
import { createRefusalLog } from "./refusal-log.ts";

interface AuthenticationDeps {
  readonly log: Log;
  readonly clock: Clock;
  readonly observe: AuthenticationMetrics;
}

/**
 * Authenticates requests. The log has the reasons of rejected credentials, in a bounded number of
 * lines.
 * @throws {StatusError} 401
 */
export function authenticationStage(authenticator: Authenticator, { log, clock, observe }: AuthenticationDeps): Stage {
  const logRefusal = createRefusalLog({ log, clock });
  const accept = (state: RequestState, result: AuthenticationResult, startMs: number): void => {
    const nowMs = readClock(state, clock);
    observe(result, (nowMs - startMs) / 1000);
    if (result.kind === "rejected") {
      const { remoteAddress } = state.request;
      logRefusal({ path: state.info.path, remoteAddress, reason: result.reason });
      throw unauthorized(result.reason);
    }
    for (const warning of result.warnings ?? []) state.warnings.add(warning);
    if (result.kind === "absent") throw unauthorized();
    state.user = completeUser(result.user);
    state.authenticatedMs = nowMs;
    state.annotations = result.annotations;
  };
  return (state, next) => {
    const startMs = currentMs(state, clock);
    const result = authenticator.authenticate(new RequestView(state));
    if (result instanceof Promise)
      return result.then((r) => {
        accept(state, r, startMs);
        return next(state);
      });
    accept(state, result, startMs);
    return next(state);
  };
}

/** A class: object literals with a getter get a new shape each time, which slows V8 down. */
class RequestView implements AuthenticationRequest {
  readonly #request: RequestContent;
  readonly path: string;

  constructor({ request, info }: RequestState) {
    this.#request = request;
    this.path = info.path;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  headerLines(name: string): readonly string[] {
    return this.#request.headerLines(name);
  }

  headerNames(): readonly string[] {
    return this.#request.headerNames();
  }

  get remoteAddress(): string {
    return this.#request.remoteAddress;
  }

  peerCertificates(): readonly Buffer[] {
    return this.#request.peerCertificates();
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
