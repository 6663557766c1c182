import { boundedFields, type Log } from "@svc/base";
import { destination, pino } from "pino";

/**
 * A log of JSON lines on standard error: warnings and worse, and more of what goes on the higher
 * the level.
 */
export function createLog(level: number): Log {
  const logger = pino(
    {
      level: level >= 4 ? "debug" : level >= 1 ? "info" : "warn",
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: boundedFields },
    },
    destination({ dest: 2, sync: true }),
  );
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}
