import type { Target } from "../client/target.ts";

/** The job of a worker. */
export type Job = LoopJob | WatchJob | TunnelJob;

export interface LoopJob {
  readonly kind: "loop";
  readonly scenario: string;
  readonly target: Target;
  /** The connections that are this worker's, by their numbers among all. */
  readonly connections: readonly number[];
  readonly run: string;
  readonly items: number;
}

export interface WatchJob {
  readonly kind: "watch";
  readonly target: Target;
  readonly protocol: "http/1.1" | "h2";
  readonly streamsPerConnection: number;
  /** One a watcher. */
  readonly paths: readonly string[];
}

export interface TunnelJob {
  readonly kind: "tunnels";
  readonly target: Target;
  /** One a tunnel. */
  readonly paths: readonly string[];
}

/** Between which times what arrives counts, by the monotonic clock. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A message to a worker. */
export type Order = { readonly kind: "measure"; readonly span: Span } | { readonly kind: "stop" };

/** A message of a worker. */
export type Report =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "measured"; readonly counts: Counts };

export interface Counts {
  /** Answers, or events. */
  readonly done: number;
  readonly failed: number;
  readonly bytes: number;
  /** Of each answer, or of a sample of the events, in milliseconds. */
  readonly latenciesMs: Float64Array;
  /** The first unexpected response. */
  readonly failure?: string;
}
