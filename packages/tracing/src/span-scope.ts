import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";

/** Starts and ends spans below the span of the code that runs. */
export class SpanScope {
  readonly #tracer: Tracer;
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** Begins the trace of a request, below the span that its headers name. */
  serve(name: string, header: (name: string) => string | undefined): Span {
    const carrier = { get: (_: unknown, key: string) => header(key), keys: () => ["traceparent", "tracestate"] };
    const parent = this.#propagator.extract(ROOT_CONTEXT, undefined, carrier);
    return this.#tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
  }

  /** Undefined outside of recorded traces. */
  start(name: string, kind: SpanKind, attributes: Readonly<Record<string, string>>): Span | undefined {
    const context = this.#contexts.getStore();
    if (context === undefined || trace.getSpan(context)?.isRecording() !== true) return undefined;
    return this.#tracer.startSpan(name, { kind, attributes }, context);
  }

  /** Runs code below a span. */
  within<T>(span: Span, act: () => T): T {
    return this.#contexts.run(trace.setSpan(this.#contexts.getStore() ?? ROOT_CONTEXT, span), act);
  }

  /** Runs code below a span that ends with it. */
  async follow<T>(span: Span, act: () => Promise<T>): Promise<T> {
    try {
      return await this.within(span, act);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
      throw error;
    } finally {
      span.end();
    }
  }

  /** Headers that propagate a span to another server; by default the current one. */
  headers(span?: Span): Readonly<Record<string, string>> {
    const current = this.#contexts.getStore();
    const context = span === undefined ? current : trace.setSpan(current ?? ROOT_CONTEXT, span);
    const headers: Record<string, string> = {};
    if (context !== undefined)
      this.#propagator.inject(context, headers, { set: (to, key, value) => void (to[key] = value) });
    return headers;
  }
}
