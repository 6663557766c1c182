import { indentJson } from "@svc/codec";
import type { StatusError } from "@svc/meta";
import type { Answer } from "../http/exchange.ts";
import type { RequestState } from "../request-state.ts";
import { jsonAnswer } from "./answers.ts";
import { type Negotiator, NoRepresentationError } from "./form.ts";

/** An error as the answer that says it. */
export function createErrorAnswer(negotiator: Negotiator): (error: StatusError, state: RequestState) => Answer {
  return (error, { request, info }) => {
    const json = Buffer.from(JSON.stringify(error.toStatus()));
    const more = headersOf(error);
    if (error instanceof NoRepresentationError)
      return { status: error.code, headers: ["Content-Type", "application/json", ...more], body: indentJson(json) };
    const answer = jsonAnswer(error.code, json, negotiator.errorForm(request, info.query));
    return more.length === 0 ? answer : { ...answer, headers: [...answer.headers, ...more] };
  };
}

function headersOf({ code, details }: StatusError): readonly string[] {
  const headers: string[] = [];
  if (details?.retryAfterSeconds !== undefined) headers.push("Retry-After", String(details.retryAfterSeconds));
  if (code === 403) headers.push("X-Content-Type-Options", "nosniff");
  return headers;
}
