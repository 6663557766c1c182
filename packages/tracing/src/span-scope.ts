import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import type { RequestState } from "@svc/server";

/** The headers of traces. Source: Trace Context and Baggage of the W3C. */
const propagatedHeaders: string[] = ["traceparent", "tracestate", "baggage"];

/** The resource that a request is handled for. */
type HandledResource = Parameters<NonNullable<RequestState["times"]["handles"]>>[0];

/** What is known of a request, for the spans below its own. */
export interface Traced {
  readonly auditId: string;
  /** The resource that is handled. @default not known, or none */
  resource?: HandledResource;
}

const tracedKey = createContextKey("the traced request");

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
   * @param begun the name of its span, and its start in milliseconds since 1970
   */
  serve(
    { name, startMs }: { readonly name: string; readonly startMs: number },
    traced: Traced,
    header: (name: string) => string | undefined,
  ): Served {
    const carrier = { get: (_: unknown, key: string) => header(key), keys: () => propagatedHeaders };
    const parent = this.#propagator.extract(ROOT_CONTEXT, undefined, carrier);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: startMs }, parent);
    const context = trace.setSpan(parent, span).setValue(tracedKey, traced);
    return {
      span,
      // Whatever the server does for the request is below this span, from this stage on.
      within: (act) => this.#contexts.run(context, act),
      past: (step, fromMs, toMs) => {
        this.#tracer.startSpan(step, { kind: SpanKind.INTERNAL, startTime: fromMs }, context).end(toMs);
      },
    };
  }

  /** The request that the code that runs belongs to; undefined for none. */
  get traced(): Traced | undefined {
    return this.#contexts.getStore()?.getValue(tracedKey) as Traced | undefined;
  }

  /** Undefined outside of recorded traces. */
  start(name: string, kind: SpanKind, attributes: Readonly<Record<string, string | number>>): Span | undefined {
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

  /** Runs code where it is; what it enters, it leaves at its end. */
  keep<T>(act: () => T): T {
    return this.#contexts.run(this.#contexts.getStore() ?? ROOT_CONTEXT, act);
  }

  /** Puts the rest of the code that `keep` runs below a span. */
  enter(span: Span): void {
    this.#contexts.enterWith(trace.setSpan(this.#contexts.getStore() ?? ROOT_CONTEXT, span));
  }

  /**
   * Runs code below a span that ends with it, or with the promise that it returns.
   * @param onError called with what it throws. @default the span is marked as failed
   */
  follow<T>(span: Span, act: () => T, onError: (span: Span, error: unknown) => void = markFailed): T {
    const endFailed = (error: unknown): void => {
      onError(span, error);
      span.end();
    };
    let result: T;
    try {
      result = this.within(span, act);
    } catch (error) {
      endFailed(error);
      throw error;
    }
    if (result instanceof Promise) result.then(() => span.end(), endFailed);
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

function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
}
