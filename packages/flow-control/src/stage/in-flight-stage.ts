import { mapResponse, type Stage } from "@svc/server";
import { readsOnly } from "../metrics/request-kind-meters.ts";
import { isConnection } from "./request-time.ts";
import { tooManyRequestsResponse } from "./too-many-requests.ts";

/** The maximum numbers of requests that are served at a time. */
export interface InFlightLimits {
  /** Requests that read; 0: no limit. @default 400 */
  readonly maxReading: number;
  /** Requests that write; 0: no limit. @default 200 */
  readonly maxWriting: number;
}

const privileged = "system:masters";

/**
 * Refuses requests while too many are being served, regardless of their users: the limiter of a
 * server without flow control. Watches and connections are not counted, and privileged users are
 * never refused.
 */
export function inFlightStage({ maxReading, maxWriting }: InFlightLimits): Stage {
  const reading = { count: 0, most: maxReading };
  const writing = { count: 0, most: maxWriting };
  return (state, next) => {
    const { info, user } = state;
    if (info.verb === "watch" || isConnection(state)) return next(state);
    const kind = readsOnly(info.verb) ? reading : writing;
    if (kind.most > 0 && kind.count >= kind.most && !user.groups.includes(privileged)) return tooManyRequestsResponse();
    kind.count++;
    return mapResponse(next(state), (response) => {
      kind.count--;
      return response;
    });
  };
}
