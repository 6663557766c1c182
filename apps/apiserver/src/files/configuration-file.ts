import { parse } from "yaml";
import type { Parsed } from "./watched-file.ts";

const maxBytes = 8 * 1024 * 1024;

/** A configuration file as plain data: YAML or JSON of at most 8 MiB, in which no key repeats. */
export function parseConfigurationFile(text: string): Parsed<unknown> {
  if (Buffer.byteLength(text) > maxBytes) return { ok: false, message: `is larger than ${maxBytes} bytes` };
  try {
    return { ok: true, value: parse(text, { logLevel: "error" }) as unknown };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
