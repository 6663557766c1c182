import { durationProblem } from "@svc/base";
import { badRequest } from "@svc/meta";
import type { RequestInfo } from "../request/request-info.ts";
import type { Stage } from "../request/stage.ts";

/**
 * Refuses a `timeout` that is no duration, whoever asks. What goes on for as long as the client
 * likes has none.
 */
export const requestTimeoutStage: Stage = (state, next) => {
  const { info } = state;
  const timeout = info.query.get("timeout") ?? "";
  const problem = timeout === "" || isLongRunning(info) ? undefined : durationProblem(timeout);
  if (problem !== undefined) throw badRequest(`invalid timeout specified in the request URL - time: ${problem}`);
  return next(state);
};

const connections: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

function isLongRunning({ isResource, verb, subresource }: RequestInfo): boolean {
  return isResource && (verb === "watch" || verb === "proxy" || connections.has(subresource));
}
