import { decodeUtf8 } from "@svc/base";
import { aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { JsonValue } from "@svc/meta";
import { type ParsedText, parseIncremental } from "../json/incremental-parse.ts";
import { checkUtf8, readAsJson, readYamlValue } from "./read.ts";

interface ParseCacheOptions {
  /** Bytes of all cached texts. @default 4 MiB */
  readonly maxBytes?: number;
  /** Longer texts are not cached. @default 64 KiB */
  readonly maxTextBytes?: number;
}

/**
 * Reads texts as `readYamlValue` reads the first document. A text that differs from the last one of
 * the same name within one value is read only there, and shares the rest with it: values are never
 * changed.
 */
export type ReadCached = (bytes: Buffer, name: string) => ReturnType<typeof readYamlValue>;

const parseCacheOptions = optionsOf<ParseCacheOptions>({
  maxBytes: optional(aNonNegativeNumber),
  maxTextBytes: optional(aNonNegativeNumber),
});

/**
 * Creates a reader for clients that send a text repeatedly with small changes.
 * @throws {TypeError} for a wrong argument
 */
export function createParseCache(options: ParseCacheOptions = {}): ReadCached {
  checkArgument("createParseCache: options", options, parseCacheOptions);
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
    checkUtf8(bytes);
    const known = forget(name);
    const value = (known && parseIncremental(bytes, known)) ?? readAsJson(bytes, decodeUtf8(bytes));
    if (value === undefined) return readYamlValue(bytes, { documents: "first" });
    remember(name, value === known?.value ? known : { bytes: copyOf(bytes, known?.bytes), value });
    return { value: value as JsonValue, duplicates: [] };
  };
}

/**
 * A copy in its own memory, so that it keeps nothing else alive. The memory of the previous text is
 * reused, since texts mostly keep their length: new external memory counts towards V8's limit and
 * would trigger full garbage collections.
 */
function copyOf(bytes: Buffer, before: Buffer | undefined): Buffer {
  const copy = before?.length === bytes.length ? before : Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
