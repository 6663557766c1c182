import type { Clock } from "@svc/base";
import type { HttpRequest, HttpResponse } from "@svc/http";
import { serverErrorResponse } from "../encode/responses.ts";
import { BadPathError, NoRequestError, parseRequestInfo, type RequestInfo } from "../request/request-info.ts";
import { type RequestState, unknownUser } from "../request/request-state.ts";

interface BeginOptions {
  readonly randomUid: () => string;
  readonly clock: Clock;
}

const maxAuditIdBytes = 1024;
const noHeaders: readonly string[] = [];

/** The state of a new request, or the response for a malformed path. */
export function beginRequest(request: HttpRequest, { randomUid, clock }: BeginOptions): RequestState | HttpResponse {
  if (request.method === "OPTIONS" && request.target === "*") return serverIsHere;
  const sentId = request.header("audit-id");
  const auditId = sentId === undefined || sentId === "" || sentId.length > maxAuditIdBytes ? randomUid() : sentId;
  let info: RequestInfo;
  try {
    info = parseRequestInfo(request.method, request.target);
  } catch (error) {
    if (error instanceof BadPathError) return badPath;
    if (error instanceof NoRequestError) return noRequest(request.target, auditId, error);
    throw error;
  }
  const startedMs = clock.monotonic();
  return {
    request,
    info,
    auditId,
    startedMs,
    deadlineMs: Number.POSITIVE_INFINITY,
    user: unknownUser,
    realUser: undefined,
    responseHeaders: noHeaders,
    warnings: new Set(),
    dispatched: false,
    route: undefined,
    annotations: undefined,
    audit: undefined,
    timeoutMs: Number.POSITIVE_INFINITY,
    isLongRunning: false,
    timedOut: false,
    countLate: undefined,
    endedLate: undefined,
    failed: false,
    bodyBytes: undefined,
    bodyShare: undefined,
    releaseDecoded: undefined,
    giveWay: undefined,
    reachedMs: startedMs,
    authenticatedMs: Number.NaN,
    queuedMs: 0,
    flowPlace: undefined,
    flowWork: undefined,
    refusal: undefined,
    watch: undefined,
    dispatchedMs: Number.NaN,
    respondedMs: Number.NaN,
    times: {
      admissionMs: 0,
      storeMs: 0,
      mutatingWebhookMs: undefined,
      validatingWebhookMs: undefined,
      authorizationMs: undefined,
      serializationMs: undefined,
      monotonic: undefined,
      trace: undefined,
      event: undefined,
      handles: undefined,
    },
    response: undefined,
  };
}

const badPath: HttpResponse = {
  status: 400,
  headers: ["Content-Type", "text/plain; charset=utf-8", "Connection", "close"],
  body: Buffer.from("400 Bad Request"),
};

/** Source: RFC 9110 section 9.3.7. */
const serverIsHere: HttpResponse = { status: 200, headers: [], body: Buffer.alloc(0) };

function noRequest(target: string, auditId: string, { message }: NoRequestError): HttpResponse {
  const why = `failed to create RequestInfo: ${message}`;
  const answer = serverErrorResponse(target, why);
  return { ...answer, headers: ["Audit-Id", auditId, ...answer.headers] };
}
