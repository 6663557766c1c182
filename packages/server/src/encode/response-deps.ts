import type { Clock, Turns } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Dialect } from "@svc/meta";
import type { Schemas } from "@svc/schema";
import type { Negotiator } from "./form.ts";
import type { ObjectEncoder } from "./object-encoder.ts";
import type { Served } from "./served-objects.ts";

/** The dependencies for writing a `Status` in any format. */
export interface StatusParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** Conversions of all objects of a version that fail, or take longer than a request waits. */
export interface LateConversions {
  /** Conversions that requests no longer wait for. */
  pending: number;
  /** When the first one since the last success began; undefined for none. */
  sinceMs: number | undefined;
  /** Why the last one failed. */
  failure: unknown;
}

/** The dependencies of handlers for writing responses. */
export interface ResponseDeps extends StatusParts {
  readonly negotiator: Negotiator;
  readonly encoderOf: (served: Served) => ObjectEncoder;
  /** By the conversion of the version: each change of a definition creates another. */
  readonly lateConversions: WeakMap<object, LateConversions>;
  readonly clock: Clock;
  /** For responses that take long to encode. */
  readonly turns: Turns;
}
