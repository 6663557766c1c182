import { quote, type Status } from "@svc/meta";

const explanations: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  403: "unknown",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** Why a response with a status code is not the answer to a review. */
export function statusProblem(status: number, text: string): string {
  return statusMessage(text) ?? explanationOf(status, text);
}

function explanationOf(status: number, text: string): string {
  const known = explanations[status];
  if (known !== undefined) return known;
  return status >= 500
    ? `an error on the server (${quote(text.trim() === "" ? "unknown" : text.trim())}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`;
}

/** What a Status of a failure says. */
function statusMessage(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as Partial<Status> | null;
    if (value?.kind === "Status" && value.status === "Failure") return value.message ?? "";
  } catch {
    return undefined; // no JSON: the code of the answer says what there is to say
  }
  return undefined;
}
