import { decodeUtf8 } from "@svc/base";
import type { JsonValue } from "@svc/meta";
import { type ParsedText, parseIncremental } from "../json/incremental-parse.ts";
import { readAsJson, readYamlValue } from "./read.ts";

interface ParseCacheOptions {
  /** Of texts that are remembered, all together. @default 4 MiB */
  readonly maxBytes?: number;
  /** Longer texts are not remembered. @default 64 KiB */
  readonly maxTextBytes?: number;
}

/**
 * Reads texts as `readYamlValue` reads the first document. A text that differs from the last one of
 * the same name within one value is read only there, and shares the rest with it: values are never
 * changed.
 */
export type ReadCached = (bytes: Buffer, name: string) => ReturnType<typeof readYamlValue>;

/** Makes a reader for those who send a text again and again, with a little changed. */
export function createParseCache(options: ParseCacheOptions = {}): ReadCached {
  const { maxBytes = 4 * 1024 * 1024, maxTextBytes = 64 * 1024 } = options;
  /** In the order of their last use. */
  const texts = new Map<string, ParsedText>();
  let total = 0;

  const forget = (name: string): ParsedText | undefined => {
    const known = texts.get(name);
    if (known === undefined) return undefined;
    texts.delete(name);
    total -= known.bytes.length;
    return known;
  };
  const remember = (name: string, text: ParsedText): void => {
    if (text.bytes.length > maxTextBytes) return;
    texts.set(name, text);
    total += text.bytes.length;
    for (const oldest of texts.keys()) {
      if (total <= maxBytes) return;
      forget(oldest);
    }
  };

  return (bytes, name) => {
    const known = forget(name);
    const value = (known && parseIncremental(bytes, known)) ?? readAsJson(bytes, decodeUtf8(bytes));
    if (value === undefined) return readYamlValue(bytes, { documents: "first" });
    remember(name, value === known?.value ? known : { bytes: copyOf(bytes, known?.bytes), value });
    return { value: value as JsonValue, duplicates: [] };
  };
}

/**
 * In memory of its own: nothing else is kept with it. That of the text before is used again, as
 * texts mostly stay as long as they were: of new memory beside its heap V8 counts the bytes, and
 * goes through the whole heap for their sake.
 */
function copyOf(bytes: Buffer, before: Buffer | undefined): Buffer {
  const copy = before?.length === bytes.length ? before : Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
