import { maxQuotedLength, truncateWithNotice } from "./bounded-text.ts";

/**
 * The log of a library, for events that its caller does not see. Fields are data and contain
 * neither secrets nor bodies. The functions neither throw nor wait, whether or not a reader takes
 * the log.
 */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Structured fields of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

const nothing = (): void => undefined;

/** Drops everything. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Fields as they are written: texts, which may quote requests, are cut at `maxQuotedLength`. */
export function boundedFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? truncateWithNotice(value, maxQuotedLength) : value,
    ]),
  );
}
