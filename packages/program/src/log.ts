import { boundedFields, type Log, type LogFields, quote, systemClock } from "@svc/base";
import { createLogOutput } from "./log-output.ts";

/** The log of the process, whose level may change while it runs. */
export interface ProcessLog {
  readonly log: Log;
  /** The verbosity, from 0 to 10. */
  readonly verbosity: { get(): number; set(level: number): void };
  /** A log of a module that writes all messages while `isEnabled` returns true. */
  module(name: string, level: number): { readonly log: Log; isEnabled(): boolean };
  /** Writes the lines that standard error did not take yet, for a process that ends. */
  flush(): void;
}

/** Options of `createLog`. */
export interface LogOptions {
  /** The verbosity at the start, from 0 to 10. */
  readonly v: number;
  readonly format: "text" | "json";
  /** The name of the program, for lines of text. */
  readonly component: string;
  /** Levels of single modules, by patterns with `*` and `?`. @default none */
  readonly vmodule?: ReadonlyMap<string, number>;
  /** Takes whole lines. @default standard error */
  readonly write?: (text: string) => void;
}

type Severity = "debug" | "info" | "warn" | "error";
type Writer = (entry: Entry) => void;

/** One line. */
interface Entry {
  readonly severity: Severity;
  readonly message: string;
  readonly fields: LogFields;
  /** The verbosity from which the line is written. */
  readonly v: number;
}

/** Creates a log of warnings and errors; with information from level 1, details from level 4. */
export function createLog(options: LogOptions): ProcessLog {
  const { v, format, component, vmodule = new Map(), write: to } = options;
  let level = v;
  const output = createLogOutput({
    clock: systemClock,
    onLeftOut: (lines) =>
      line({
        severity: "warn",
        message: "lines of the log were left out, since they were not taken",
        fields: { lines },
        v: 0,
      }),
  });
  const write = to ?? output.write;
  const line = format === "json" ? jsonWriter(write, component) : textWriter(write, component);
  const at =
    (severity: Severity, v: number, isShown: (v: number) => boolean) =>
    (message: string, fields: LogFields = {}): void => {
      if (isShown(v)) line({ severity, message, fields: boundedFields(fields), v });
    };
  const always = (): boolean => true;
  const logWith = (infoFrom: number, debugFrom: number, isShown: (v: number) => boolean): Log => ({
    debug: at("debug", debugFrom, isShown),
    info: at("info", infoFrom, isShown),
    warn: at("warn", 0, always),
    error: at("error", 0, always),
  });
  return {
    log: logWith(1, 4, (v) => level >= v),
    verbosity: {
      get: () => level,
      set: (next) => {
        level = next;
      },
    },
    module: (name, from) => {
      const own = levelOf(vmodule, name);
      const isEnabled = (): boolean => level >= from || own >= from;
      return { log: logWith(from, from, isEnabled), isEnabled };
    },
    flush: output.flush,
  };
}

/** The first pattern that matches counts; it never lowers the verbosity of the process. */
function levelOf(patterns: ReadonlyMap<string, number>, name: string): number {
  for (const [pattern, level] of patterns) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    if (new RegExp(`^${source}$`).test(name)) return level;
  }
  return 0;
}

/** Lines of JSON as other components of a cluster write them: errors have no verbosity. */
function jsonWriter(write: (text: string) => void, caller: string): Writer {
  return ({ severity, message: msg, fields, v }) => {
    const verbosity = severity === "error" ? {} : { v };
    const line = { level: severity, ts: Date.now(), caller, msg, ...verbosity };
    write(`${JSON.stringify({ ...line, ...fields, ...line }, writable)}\n`);
  };
}

/** The values of fields that JSON has no form for, as texts. */
function writable(_: string, value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? value.message;
  return typeof value === "bigint" ? String(value) : value;
}

const letters: Readonly<Record<Severity, string>> = { debug: "I", info: "I", warn: "W", error: "E" };

/**
 * Lines as other components of a cluster write them: severity, date, time, process, message and
 * fields.
 */
function textWriter(write: (text: string) => void, component: string): Writer {
  return ({ severity, message, fields }) => {
    const [date = "", time = ""] = new Date().toISOString().split("T");
    const stamp = `${date.slice(5).replace("-", "")} ${time.slice(0, -1)}000`;
    const texts = Object.entries(fields).map(([name, value]) => ` ${name}=${fieldText(value)}`);
    write(`${letters[severity]}${stamp} ${process.pid} ${component}] ${quote(message)}${texts.join("")}\n`);
  };
}

function fieldText(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  return quote(typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)));
}
