import type { AuthenticationRequest, AuthenticationResult, Authenticator } from "@svc/authn";
import { unauthorized } from "@svc/meta";
import type { Stage } from "../pipeline.ts";
import type { RequestState } from "../request-state.ts";

/** Finds out who asks. @throws {StatusError} 401 */
export function authenticationStage(authenticator: Authenticator): Stage {
  const accept = (state: RequestState, result: AuthenticationResult): undefined => {
    if (result.kind === "rejected") throw unauthorized(result.reason);
    for (const warning of result.warnings ?? []) state.warnings.add(warning);
    if (result.kind === "absent") throw unauthorized();
    state.user = result.user;
  };
  return (state) => {
    const result = authenticator.authenticate(viewOf(state));
    return result instanceof Promise ? result.then((r) => accept(state, r)) : accept(state, result);
  };
}

function viewOf({ request, info }: RequestState): AuthenticationRequest {
  return {
    header: (name) => request.header(name),
    headerLines: (name) => request.headerLines(name),
    headerNames: () => request.headerNames(),
    path: info.path,
    remoteAddress: request.remoteAddress,
    peerCertificates: () => request.peerCertificates(),
    get signal() {
      return request.signal;
    },
  };
}
