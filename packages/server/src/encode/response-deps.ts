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

/** The dependencies of handlers for writing responses. */
export interface ResponseDeps extends StatusParts {
  readonly negotiator: Negotiator;
  readonly encoderOf: (served: Served) => ObjectEncoder;
  readonly clock: Clock;
  /** For responses that take long to encode. */
  readonly turns: Turns;
}
