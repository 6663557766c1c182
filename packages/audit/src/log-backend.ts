import { checkArgument, oneOf, optionsOf, withMethods } from "@svc/base/check";
import type { AuditBackend } from "./backend.ts";
import type { AuditEvent } from "./event.ts";
import { legacyLine } from "./legacy-line.ts";
import { type BackendOptions, expectedBackendOptions, sendingBackend } from "./sending-backend.ts";

interface LogBackendOptions extends BackendOptions {
  readonly format: "json" | "legacy";
  /** Takes whole lines. */
  readonly out: { append(text: string): void; close(): Promise<void> };
}

const logBackendOptions = optionsOf<LogBackendOptions>({
  ...expectedBackendOptions,
  format: oneOf("json", "legacy"),
  out: withMethods("an object", "append", "close"),
});

/** Writes each event as a line. @throws {TypeError} for a wrong argument */
export function createLogBackend(options: LogBackendOptions): AuditBackend {
  checkArgument("createLogBackend: options", options, logBackendOptions);
  const { format, out } = options;
  const lineOf = format === "json" ? (event: AuditEvent) => JSON.stringify(event) : legacyLine;
  const append = (events: readonly AuditEvent[]): void => out.append(events.map((e) => `${lineOf(e)}\n`).join(""));
  return sendingBackend(options, { name: "log", send: append, close: out.close });
}
