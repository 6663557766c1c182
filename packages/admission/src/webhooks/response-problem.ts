import { quote, type Status } from "@svc/meta";
import type { WebhookResponse } from "./caller.ts";

/** The maximum length of an error's text, in characters. */
const maxTextLength = 2_048;

const explanations: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** Why a response is not the answer to a review; undefined where it may be one. */
export function responseProblem({ status, contentType, body }: WebhookResponse): string | undefined {
  const badType = contentTypeProblem(contentType);
  if (badType !== undefined) return `Internal error occurred: ${badType}`;
  if (status >= 200 && status <= 206) return undefined;
  return failureProblem({ status, contentType, text: body.toString() });
}

/** A response with the status code of a failure. */
export interface FailureResponse {
  readonly status: number;
  readonly text: string;
  /** @default plain text */
  readonly contentType?: string;
}

/** Explains why a response is a failure, in kube-apiserver's words. */
export function failureProblem(response: FailureResponse): string {
  const { status, text } = response;
  const explanation = failureMessage(text) ?? explanations[status];
  if (explanation !== undefined) return explanation;
  const shown = textOf(response);
  switch (status) {
    case 403:
    case 415:
      return shown;
    case 406:
      return shown === "unknown"
        ? "the server was unable to respond with a content type that the client supports"
        : shown;
    default:
      return status >= 500
        ? `an error on the server (${quote(shown)}) has prevented the request from succeeding`
        : `the server responded with the status code ${status} but did not return more information`;
  }
}

/** The text of a plain response, as an error. */
function textOf({ contentType = "", text }: FailureResponse): string {
  if (contentType !== "" && !/^text\//i.test(contentType)) return "unknown";
  return text.slice(0, maxTextLength).trim();
}

/** The message of the Status of a failure. */
function failureMessage(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as Partial<Status> | null;
    if (value?.kind === "Status" && value.status === "Failure") return value.message ?? "";
  } catch {
    return undefined; // no JSON: the code of the answer says what there is to say
  }
  return undefined;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const mediaType = new RegExp(`^\\s*${token}(?:/${token})?\\s*(?:;|$)`);
const parameters = new RegExp(`^(?:\\s*;\\s*${token}\\s*=\\s*(?:${token}|${quoted}))*\\s*;?\\s*$`);

/** Source: RFC 2045 section 5.1. An empty content type is that of JSON. */
function contentTypeProblem(contentType: string): string | undefined {
  if (contentType === "") return undefined;
  const semicolon = contentType.indexOf(";");
  if (!mediaType.test(contentType)) return "mime: expected token after slash";
  return semicolon < 0 || parameters.test(contentType.slice(semicolon)) ? undefined : "mime: invalid media parameter";
}
