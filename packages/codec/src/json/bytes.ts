/** Work on compact JSON as the encoders of this package write it, without parsing it. */
import { asBuffer } from "./utf8.ts";

const quote = 0x22;
const comma = 0x2c;
const closing = 0x7d;

/** The range of a member's value. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/** Whether these bytes are of a compiled-in type: those have their kind first, others have all members sorted. */
export function isTyped(bytes: Uint8Array): boolean {
  return bytes[1] === quote && bytes[2] === 0x6b && bytes[5] === 0x64 && bytes[6] === quote; // {"kind"
}

/** Where the value ends that begins here. @throws {TypeError} when the bytes end before it does */
function skipValue(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const c = bytes[at] as number;
    if (c === quote) at = skipString(bytes, at);
    else {
      if (c === 0x7b || c === 0x5b) depth++;
      else if (c === closing || c === 0x5d) depth--;
      else if (depth === 0 && c === comma) return at;
      if (depth < 0) return at;
      at++;
    }
    if (depth === 0 && (c === quote || c === closing || c === 0x5d)) return at;
  }
  throw new TypeError("not JSON of an object");
}

function skipString(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (;;) {
    const c = bytes[at];
    if (c === quote) return at + 1;
    if (c === undefined) throw new TypeError("not JSON of an object");
    at += c === 0x5c ? 2 : 1;
  }
}

/** One member of an object: its name in quotes, and its value. */
interface Member extends ValueRange {
  readonly nameStart: number;
  readonly nameEnd: number;
}

/** The members of the object that begins here. */
function* membersAt(bytes: Buffer, start: number): Generator<Member> {
  let at = start + 1;
  while (bytes[at] === quote) {
    const nameEnd = skipString(bytes, at);
    const end = skipValue(bytes, nameEnd + 1);
    yield { nameStart: at, nameEnd, start: nameEnd + 1, end };
    at = end + 1;
  }
}

function nameOf(bytes: Buffer, { nameStart, nameEnd }: Member): string {
  return bytes.toString("latin1", nameStart + 1, nameEnd - 1);
}

/** Where the value of `metadata` stands in an object. @throws {TypeError} when it has none */
export function metadataRange(bytes: Uint8Array): ValueRange {
  const buffer = asBuffer(bytes);
  for (const member of membersAt(buffer, 0)) if (nameOf(buffer, member) === "metadata") return member;
  throw new TypeError("not JSON of an object with metadata");
}

/** Members of metadata that compiled-in types write before `resourceVersion`. */
const before: ReadonlySet<string> = new Set(["name", "generateName", "namespace", "selfLink", "uid"]);

/**
 * Stored bytes with `metadata.resourceVersion` put where it belongs.
 * @param bytes as `encodeStored` made them: without a resourceVersion
 */
export function spliceResourceVersion(bytes: Uint8Array, revision: number | bigint): Buffer {
  const buffer = asBuffer(bytes);
  const { start } = metadataRange(buffer);
  const precedes = isTyped(buffer) ? (name: string) => before.has(name) : (name: string) => name < "resourceVersion";
  let at = start + 1;
  for (const member of membersAt(buffer, start)) {
    if (!precedes(nameOf(buffer, member))) break;
    at = member.end;
  }
  const isFirst = at === start + 1;
  const isLast = buffer[at] === closing;
  const text = `${isFirst ? "" : ","}"resourceVersion":"${revision}"${isFirst && !isLast ? "," : ""}`;
  const out = Buffer.allocUnsafe(buffer.length + text.length);
  buffer.copy(out, 0, 0, at);
  out.write(text, at, "latin1");
  buffer.copy(out, at + text.length, at);
  return out;
}

/**
 * Where the members begin that follow `kind` and `apiVersion` in bytes of a compiled-in type: `{` and the rest from here
 * on is the object as an item of a list. 1 for other bytes, whose items keep their type.
 */
export function objectBodyOffset(bytes: Uint8Array): number {
  const buffer = asBuffer(bytes);
  if (!isTyped(buffer)) return 1;
  let at = 1;
  for (const member of membersAt(buffer, 0)) {
    const name = nameOf(buffer, member);
    if (name !== "kind" && name !== "apiVersion") break;
    at = buffer[member.end] === comma ? member.end + 1 : member.end;
  }
  return at;
}
