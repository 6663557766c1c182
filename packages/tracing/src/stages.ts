import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { whenEnded } from "@svc/http";
import { redactedTarget } from "@svc/request-log";
import { mapResponse, type RequestState, type Stage } from "@svc/server";
import type { SpanScope } from "./span-scope.ts";

/**
 * The span of a request that is allowed, from its head to the end of its response. What came before
 * this stage is added with the times that were noted then.
 */
export function requestStage(scope: SpanScope): Stage {
  return (state, next) => {
    const { startedMs, authenticatedMs, dispatchedMs, queuedMs, times } = state;
    const nowMs = Date.now();
    const at = (monotonicMs: number): number => nowMs + monotonicMs - dispatchedMs;
    const { span, within, past } = scope.serve(
      { name: nameOf(state), startMs: at(startedMs) },
      { auditId: state.auditId },
      (name) => state.request.header(name),
    );
    if (!span.isRecording()) return within(() => next(state));
    span.setAttributes(attributesOf(state));
    past("Authentication", at(startedMs), at(authenticatedMs));
    if (queuedMs > 0) past("PriorityAndFairness", at(authenticatedMs), at(authenticatedMs + queuedMs));
    past("Authorization", at(authenticatedMs + queuedMs), nowMs);
    const trace: NonNullable<typeof times.trace> = (name, attributes, act) => {
      const step = scope.start(name, SpanKind.INTERNAL, attributes);
      // What a step throws is mostly a refusal; the request's own span tells failures.
      return step === undefined ? act() : scope.follow(step, act, () => undefined);
    };
    const event: NonNullable<typeof times.event> = (name, attributes) => scope.event(name, attributes);
    times.trace = trace;
    times.event = event;
    return mapResponse(
      within(() => next(state)),
      (response) => {
        span.setAttribute("http.status_code", response.status);
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return whenEnded(response, ({ bytes }) => {
          span.setAttribute("http.response_content_length", bytes);
          span.end();
        });
      },
    );
  };
}

const handlers: ReadonlyMap<string, string> = new Map([
  ["get", "Get"],
  ["list", "List"],
  ["create", "Create"],
  ["update", "Update"],
  ["patch", "Patch"],
  ["delete", "Delete"],
  ["deletecollection", "Delete"],
]);

/**
 * The span of the handler of a resource, from its choice to the begin of the response. Requests
 * without a handler, watches and connections have none.
 */
export function handlerStage(scope: SpanScope): Stage {
  return (state, next) => {
    const { info, times } = state;
    const { traced } = scope;
    const name = connections.has(info.subresource) ? undefined : handlers.get(info.verb);
    if (traced === undefined || times.trace === undefined || name === undefined) return next(state);
    let span: Span | undefined;
    const handles: NonNullable<typeof times.handles> = (resource) => {
      traced.resource = resource;
      span = scope.start(name, SpanKind.INTERNAL, handlerAttributes(state));
      if (span !== undefined) scope.enter(span);
    };
    times.handles = handles;
    return mapResponse(
      scope.keep(() => next(state)),
      (response) => {
        span?.end();
        return response;
      },
    );
  };
}

/** Subresources whose connection takes as long as the client likes. */
const connections: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

/** The method and the path with parameters in place of names. */
function nameOf({ info }: RequestState): string {
  const { isResource, group, version, resource, subresource, name, namespace, method } = info;
  const verb = method ?? "HTTP";
  if (!isResource) return verb;
  const parts = [
    group === "" ? `/api/${version}` : `/apis/${group}/${version}`,
    ...(namespace === "" ? [] : ["namespaces/{:namespace}"]),
    resource,
    ...(name === "" ? [] : ["{:name}"]),
    ...(subresource === "" ? [] : [subresource]),
  ];
  return `${verb} ${parts.join("/")}`;
}

/** Source: the semantic conventions of OpenTelemetry 1.20 for servers of HTTP. */
function attributesOf({ info, request, auditId }: RequestState): Record<string, string | number> {
  const userAgent = request.header("user-agent");
  const [host = "", port] = request.host.split(/:(?=\d+$)/);
  return {
    "audit-id": auditId,
    "http.method": info.method ?? "",
    "http.target": redactedTarget(info.target),
    "net.host.name": host,
    ...(port === undefined ? {} : { "net.host.port": Number(port) }),
    "net.sock.peer.addr": request.remoteAddress,
    ...connectionAttributes(request.connection),
    ...(userAgent === undefined ? {} : { "user_agent.original": userAgent }),
  };
}

function connectionAttributes(connection: RequestState["request"]["connection"]): Record<string, string | number> {
  if (connection === undefined) return {};
  const { version, isEncrypted, remotePort } = connection;
  return {
    "http.scheme": isEncrypted ? "https" : "http",
    "net.protocol.version": version,
    ...(remotePort === undefined ? {} : { "net.sock.peer.port": remotePort }),
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
    ...(request.connection === undefined ? {} : { protocol: `HTTP/${request.connection.version}` }),
    accept: request.header("accept") ?? "",
    client: request.remoteAddress,
    "user-agent": request.header("user-agent") ?? "unknown",
    scope: scopeOf(info),
    verb: verbOf(info, request.header("content-type")),
  };
}

/** The verb of metrics and traces. */
function verbOf({ verb, method, subresource, name }: RequestState["info"], contentType = ""): string {
  if (verb === "list" && name === "") return "LIST";
  if (subresource === "log") return "CONNECT";
  return verb === "patch" && contentType.startsWith("application/apply-patch+") ? "APPLY" : (method ?? "");
}

/** The scope of a request: one object, those of a namespace, or all. */
function scopeOf({ name, verb, namespace }: RequestState["info"]): string {
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}
