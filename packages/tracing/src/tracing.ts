import { SpanKind } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-grpc";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { aBoolean, aNumber, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { Egress } from "@svc/http/client";
import type { ServerExtension } from "@svc/server";
import type { Storage } from "@svc/storage";
import type { TracedCalls } from "@svc/storage/etcd";
import { SpanScope } from "./span-scope.ts";
import { handlerStage, requestStage } from "./stages.ts";
import { tracedEgress } from "./traced-egress.ts";
import { tracedStorage } from "./traced-storage.ts";

/** Options of `createTracing`. */
export interface TracingOptions {
  /** Of a collector of OTLP over gRPC without TLS: `host:port`, `dns:…` or `unix:…`. */
  readonly endpoint: string;
  /** For requests without a traced parent; others follow their parent. */
  readonly samplingRatePerMillion: number;
  /** Names the server in traces. @default "apiserver" */
  readonly serviceName?: string;
  /** Distinguishes servers of one name. @default none */
  readonly serviceInstance?: string;
  /** Whether spans are sent as soon as they end, one by one: for tests. @default false */
  readonly sendsAtOnce?: boolean;
}

/** Traces of one server. */
export interface Tracing {
  /** Traces each request and its handler. */
  readonly extension: ServerExtension;
  /** Traces the requests to a store. @param root the prefix of all keys. @default "/registry/" */
  storage(storage: Storage, root?: string): Storage;
  /** Traces calls to etcd, and propagates the trace; for `openEtcdStorage`. */
  readonly etcdCalls: TracedCalls;
  /** Traces requests to webhooks and other servers, and propagates the trace. */
  egress(egress: Egress): Egress;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const tracingOptions = optionsOf<TracingOptions>({
  endpoint: aString,
  samplingRatePerMillion: aNumber,
  serviceName: optional(aString),
  serviceInstance: optional(aString),
  sendsAtOnce: optional(aBoolean),
});

/**
 * Sends traces to a collector, by OpenTelemetry. It connects when the first spans are sent.
 * @throws {TypeError} for a wrong argument
 */
export function createTracing(options: TracingOptions): Tracing {
  checkArgument("createTracing: options", options, tracingOptions);
  const { endpoint, samplingRatePerMillion, serviceName = "apiserver", serviceInstance } = options;
  const exporter = new OTLPTraceExporter({ url: urlOf(endpoint) });
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplingRatePerMillion / 1_000_000) }),
    resource: resourceFromAttributes({
      "service.name": serviceName,
      ...(serviceInstance === undefined ? {} : { "service.instance.id": serviceInstance }),
    }),
    spanProcessors: [
      options.sendsAtOnce === true ? new SimpleSpanProcessor({ exporter }) : new BatchSpanProcessor({ exporter }),
    ],
  });
  const scope = new SpanScope(provider.getTracer("@svc/tracing"));
  return {
    extension: {
      name: "tracing",
      stages: () => [
        // Inside of authorization: else every client could have spans sent.
        { after: "authorization", stage: requestStage(scope) },
        { after: "authorization", stage: handlerStage(scope) },
      ],
    },
    storage: (storage, root = "/registry/") => tracedStorage(storage, scope, root),
    egress: (egress) => tracedEgress(egress, scope),
    etcdCalls: (method, send) => {
      const [, service = "", name = ""] = method.split("/");
      const attributes = { "rpc.system": "grpc", "rpc.service": service, "rpc.method": name };
      const span = scope.start(`${service}/${name}`, SpanKind.CLIENT, attributes);
      return span === undefined ? send({}) : scope.follow(span, () => send(scope.headers(span)));
    },
    close: () => provider.shutdown(),
  };
}

/** The exporter uses TLS unless the scheme is `http`. */
function urlOf(endpoint: string): string {
  if (endpoint.startsWith("unix")) return endpoint;
  return `http://${endpoint.replace(/^dns:(?:\/\/[^/]*\/)?/, "")}`;
}
