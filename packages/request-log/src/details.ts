import { quote } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { RequestState } from "@svc/server";
import type { ModuleLog } from "./module-log.ts";
import { redactedTarget } from "./redact.ts";
import { durationText } from "./request-fields.ts";

/** Logs what happened to a request before its end, each at the level of its module. */
export function detailLog(
  module: (name: string, level: number) => ModuleLog,
  requests: ModuleLog,
): (state: RequestState) => void {
  const impersonations = module("httplog", 2);
  const watches = module("get", 3);
  const refusals = { authorization: module("authorization", 4), impersonation: module("impersonation", 4) };
  return (state) => {
    const { realUser, refusal, watch, info } = state;
    // From level 3 on, the line of the request has it.
    if (realUser !== undefined && impersonations.isEnabled() && !requests.isEnabled())
      impersonations.log.info(impersonationText(state, realUser));
    if (refusal !== undefined && refusals[refusal.by].isEnabled()) {
      const { by, reason } = refusal;
      const err = by === "impersonation" ? { err: null } : {};
      refusals[by].log.info("Forbidden", { URI: redactedTarget(info.target), reason, ...err });
    }
    if (watch !== undefined && watches.isEnabled()) {
      const { resourceVersion, labels, fields, timeoutMs } = watch;
      const timeout = durationText(timeoutMs);
      watches.log.info("Starting watch", { path: info.path, resourceVersion, labels, fields, timeout });
    }
  };
}

/** What the line of a request has at its end: who impersonates whom, and the text of an error. */
export function addedInfo(state: RequestState, response: HttpResponse): { readonly addedInfo?: string } {
  const { realUser } = state;
  const texts = [
    ...(realUser === undefined ? [] : [impersonationText(state, realUser)]),
    ...(response.status < 500 ? [] : errorTextOf(response)),
  ];
  return texts.length === 0 ? {} : { addedInfo: texts.join("\n") };
}

type User = RequestState["user"];

function impersonationText({ user }: RequestState, realUser: User): string {
  const shown = ({ name, groups }: User): string => `${name}[${groups.join(",")}]`;
  return `${shown(realUser)} is impersonating ${shown(user)}`;
}

const maxErrorBytes = 2_000;

/** The error as this server words it. The response of another server may have any content. */
function errorTextOf({ body, json, isForwarded }: HttpResponse): readonly string[] {
  const content = json?.() ?? body;
  if (isForwarded === true || "start" in content) return [];
  const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  return [`logging error output: ${quote(bytes.subarray(0, maxErrorBytes).toString())}`];
}
