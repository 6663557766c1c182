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
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";

/** The headers of traces. Source: Trace Context and Baggage of the W3C. */
const propagatedHeaders: string[] = ["traceparent", "tracestate", "baggage"];

/** The trace of one request. */
interface Served {
  readonly span: Span;
  /** Runs code below the span. */
  within<T>(act: () => T): T;
  /** Adds a step that is over; times are milliseconds since 1970. */
  past(step: string, fromMs: number, toMs: number): void;
}

/** Starts and ends spans below the span of the code that runs. */
export class SpanScope {
  readonly #tracer: Tracer;
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #propagator = new CompositePropagator({
    propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
  });

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /**
   * Begins the trace of a request, below the span that its headers name.
   * @param startMs milliseconds since 1970
   */
  serve(name: string, startMs: number, header: (name: string) => string | undefined): Served {
    const carrier = { get: (_: unknown, key: string) => header(key), keys: () => propagatedHeaders };
    const parent = this.#propagator.extract(ROOT_CONTEXT, undefined, carrier);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: startMs }, parent);
    const context = trace.setSpan(parent, span);
    return {
      span,
      // Whatever the server does for the request is below this span, from this stage on.
      within: (act) => this.#contexts.run(context, act),
      past: (step, fromMs, toMs) => {
        this.#tracer.startSpan(step, { kind: SpanKind.INTERNAL, startTime: fromMs }, context).end(toMs);
      },
    };
  }

  /** Undefined outside of recorded traces. */
  start(name: string, kind: SpanKind, attributes: Readonly<Record<string, string>>): Span | undefined {
    const context = this.#contexts.getStore();
    if (context === undefined || trace.getSpan(context)?.isRecording() !== true) return undefined;
    return this.#tracer.startSpan(name, { kind, attributes }, context);
  }

  /** Adds an event to the span of the code that runs. */
  event(name: string, attributes: Readonly<Record<string, string | number>> = {}): void {
    const context = this.#contexts.getStore();
    if (context !== undefined) trace.getSpan(context)?.addEvent(name, attributes);
  }

  /** Runs code below a span. */
  within<T>(span: Span, act: () => T): T {
    return this.#contexts.run(trace.setSpan(this.#contexts.getStore() ?? ROOT_CONTEXT, span), act);
  }

  /** Runs code below a span that ends with it, or with the promise that it returns. */
  follow<T>(span: Span, act: () => T): T {
    let result: T;
    try {
      result = this.within(span, act);
    } catch (error) {
      endFailed(span, error);
      throw error;
    }
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        (error: unknown) => endFailed(span, error),
      );
    else span.end();
    return result;
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

function endFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
  span.end();
}
