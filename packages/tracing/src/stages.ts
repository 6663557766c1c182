import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { whenEnded } from "@svc/http";
import { redactedTarget } from "@svc/request-log";
import { mapResponse, type RequestState, type Stage } from "@svc/server";
import type { SpanScope } from "./span-scope.ts";

/**
 * The span of a request, from its head to the end of its response. Events mark authentication and
 * admission.
 */
export function requestStage(scope: SpanScope): Stage {
  return (state, next) => {
    const span = scope.serve(nameOf(state), (name) => state.request.header(name));
    const begunMs = Date.now();
    if (span.isRecording()) span.setAttributes(attributesOf(state));
    return scope.within(span, () =>
      mapResponse(next(state), (response) => {
        if (span.isRecording()) addSteps(span, state, begunMs);
        span.setAttribute("http.status_code", response.status);
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return whenEnded(response, ({ bytes }) => {
          span.setAttribute("http.response_content_length", bytes);
          span.end();
        });
      }),
    );
  };
}

const handlers: ReadonlyMap<string, string> = new Map([
  ["get", "Get"],
  ["list", "List"],
  ["watch", "Watch"],
  ["create", "Create"],
  ["update", "Update"],
  ["patch", "Patch"],
  ["delete", "Delete"],
  ["deletecollection", "Delete"],
]);

/** The span of the handler of a resource, until the response begins. */
export function handlerStage(scope: SpanScope): Stage {
  return (state, next) => {
    const name = state.info.isResource ? handlers.get(state.info.verb) : undefined;
    const span = name === undefined ? undefined : scope.start(name, SpanKind.INTERNAL, handlerAttributes(state));
    if (span === undefined) return next(state);
    return mapResponse(
      scope.within(span, () => next(state)),
      (response) => {
        span.end();
        return response;
      },
    );
  };
}

/** The method and the path, in which names stand as parameters. */
function nameOf({ info }: RequestState): string {
  const { isResource, group, version, resource, subresource, name, belowNamespace, method } = info;
  const verb = method ?? "HTTP";
  if (!isResource) return verb;
  const parts = [
    group === "" ? `/api/${version}` : `/apis/${group}/${version}`,
    ...(belowNamespace ? ["namespaces/{:namespace}"] : []),
    resource,
    ...(name === "" ? [] : ["{:name}"]),
    ...(subresource === "" ? [] : [subresource]),
  ];
  return `${verb} ${parts.join("/")}`;
}

function attributesOf({ info, request, auditId }: RequestState): Record<string, string> {
  const [host = "", port = ""] = request.host.split(/:(?=\d+$)/);
  return {
    "audit-id": auditId,
    "http.method": info.method ?? "",
    "http.target": redactedTarget(info.target),
    "net.host.name": host,
    "net.host.port": port,
    "net.sock.peer.addr": request.remoteAddress,
    "user_agent.original": request.header("user-agent") ?? "",
  };
}

function handlerAttributes({ info, request, auditId }: RequestState): Record<string, string> {
  return {
    "audit-id": auditId,
    "api-group": info.group,
    "api-version": info.version,
    resource: info.resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    url: info.path,
    accept: request.header("accept") ?? "",
    client: request.remoteAddress,
    "user-agent": request.header("user-agent") ?? "",
  };
}

function addSteps(span: Span, { startedMs, authenticatedMs, dispatchedMs }: RequestState, begunMs: number): void {
  if (!Number.isNaN(authenticatedMs)) span.addEvent("Authenticated", begunMs + authenticatedMs - startedMs);
  if (!Number.isNaN(dispatchedMs)) span.addEvent("Authorized", begunMs + dispatchedMs - startedMs);
}
