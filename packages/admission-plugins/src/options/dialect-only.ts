import { type Expected, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";

/** Options of admission steps that need the dialect alone. */
export interface DialectOnly {
  readonly dialect: Dialect;
}

/** Expects the dialect as the only option. */
export const dialectOnly: Expected<DialectOnly> = optionsOf<DialectOnly>({ dialect: aDialect });
