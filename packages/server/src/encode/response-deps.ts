import type { Clock, Turns } from "@svc/base";
import type { Negotiator } from "./form.ts";
import type { ObjectEncoder } from "./object-encoder.ts";
import type { Served } from "./served-objects.ts";
import type { StatusParts } from "./status.ts";

/** The dependencies of handlers for writing responses. */
export interface ResponseDeps extends StatusParts {
  readonly negotiator: Negotiator;
  readonly encoderOf: (served: Served) => ObjectEncoder;
  readonly clock: Clock;
  /** For responses that take long to encode. */
  readonly turns: Turns;
}
