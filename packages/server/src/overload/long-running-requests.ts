import { isStream, whenEnded } from "@svc/http";
import { tooManyRequests } from "@svc/meta";
import { mapResponse, type Stage } from "../request/stage.ts";
import { isPrivileged, requestOwner } from "./request-owner.ts";

interface LongRunningOptions {
  readonly maxRequests: number;
  readonly maxOwnerRequests: number;
  readonly onRefused: () => void;
}

/**
 * Bounds the watches and connections that are open, altogether and of one owner; past the bounds
 * requests get 429. Privileged users are not refused.
 */
export function longRunningStage({ maxRequests, maxOwnerRequests, onRefused }: LongRunningOptions): Stage {
  const byOwner = new Map<string, number>();
  let all = 0;
  const add = (owner: string, by: 1 | -1): void => {
    const count = (byOwner.get(owner) ?? 0) + by;
    if (count > 0) byOwner.set(owner, count);
    else byOwner.delete(owner);
    all += by;
  };
  return (state, next) => {
    if (!state.isLongRunning) return next(state);
    const owner = requestOwner(state);
    if ((all >= maxRequests || (byOwner.get(owner) ?? 0) >= maxOwnerRequests) && !isPrivileged(state)) {
      onRefused();
      throw tooManyRequests("Too many watches and connections are open, please try again later.", 1);
    }
    add(owner, 1);
    return mapResponse(next(state), (response) => {
      const end = (): void => add(owner, -1);
      if (isStream(response.body)) return whenEnded(response, end);
      end();
      return response;
    });
  };
}
