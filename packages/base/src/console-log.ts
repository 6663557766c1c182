import { aFunction, checkArgument, oneOf, optional, optionsOf } from "./check/index.ts";
import { boundedFields, type Log, type LogFields } from "./log.ts";

/** From the most to the fewest messages. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Options of a console log. */
export interface ConsoleLogOptions {
  /** The least important messages that are written. @default "warn" */
  readonly level?: LogLevel;
  /**
   * Where a line goes, without its newline.
   * @default `console.error`, which writes to standard error
   */
  readonly write?: (line: string) => void;
}

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

const consoleLogOptions = optionsOf<ConsoleLogOptions>({
  level: optional(oneOf("debug", "info", "warn", "error")),
  write: optional(aFunction),
});

/**
 * A log of one line of text per message: its level, the message, and its fields as `name=value`.
 * @throws {TypeError} for a wrong argument
 */
export function createConsoleLog(options: ConsoleLogOptions = {}): Log {
  checkArgument("createConsoleLog: options", options, consoleLogOptions);
  const { level = "warn", write = writeToConsole } = options;
  const least = levels.indexOf(level);
  const at = (own: LogLevel): Log["warn"] => {
    if (levels.indexOf(own) < least) return () => undefined;
    return (message, fields = {}) => write(`${own}: ${message}${textOf(fields)}`);
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Warnings and errors on standard error: the default log of what runs for long without a caller
 * that sees its errors.
 */
export const consoleLog: Log = createConsoleLog();

function writeToConsole(line: string): void {
  console.error(line);
}

function textOf(fields: LogFields): string {
  return Object.entries(boundedFields(fields))
    .map(([name, value]) => ` ${name}=${typeof value === "string" ? JSON.stringify(value) : String(value)}`)
    .join("");
}
