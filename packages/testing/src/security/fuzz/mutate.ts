import type { Random } from "./random.ts";

const texts = [
  "",
  "a",
  "A",
  "-1",
  "a/b",
  "../..",
  "a b",
  "!",
  "\u0000",
  "\ud800",
  "\u{1f600}",
  "é",
  "1e999",
  "0x10",
  "__proto__",
  "constructor",
  "~",
  "null",
  "yes",
  "{{a}}",
  "*",
  "1Gi",
  "99999999999999999999",
  "2026-01-01T00:00:00Z",
  "(a+)+$",
  "object.x.y",
  "[1,2].map(x, x)",
] as const;
const keys = [
  "a",
  "",
  "__proto__",
  "constructor",
  "toString",
  "metadata",
  "spec",
  "name",
  "$patch",
  "$retainKeys",
  "kind",
  "x.y/z",
] as const;
const sizes = [0, 1, 2, 17, 300, 5000] as const;

/** A copy of a JSON value in which a few places are changed. */
export function mutate(value: unknown, random: Random): unknown {
  let result = value;
  for (let left = 1 + random.integer(3); left > 0; left--) result = changed(result, random);
  return result;
}

function changed(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && !random.oneIn(4)) {
    const at = random.integer(value.length);
    const items = value.map((item, i) => (i === at ? changed(item, random) : item));
    if (random.oneIn(8)) items.splice(at, 1);
    if (random.oneIn(8)) repeat(items, at, random.pick(sizes));
    return items;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !random.oneIn(6)) {
    const entries = Object.entries(value);
    if (entries.length > 0) {
      const at = random.integer(entries.length);
      if (random.oneIn(10)) entries.splice(at, 1);
      else entries[at] = [entries[at]?.[0] ?? "", changed(entries[at]?.[1], random)];
    }
    if (random.oneIn(8)) entries.push([random.pick(keys), absurd(random)]);
    return Object.fromEntries(entries);
  }
  return absurd(random);
}

/** Appends copies of an item; large ones are left alone, since repeats of repeats have no end. */
function repeat(items: unknown[], at: number, times: number): void {
  const item = items[at];
  if (typeof item === "object" && (JSON.stringify(item) ?? "").length > 1_000) return;
  if (typeof item === "string" && item.length > 1_000) return;
  for (let left = times; left > 0; left--) items.push(item);
}

/** A value that hardly any field expects. */
function absurd(random: Random): unknown {
  const size = random.pick(sizes);
  switch (random.integer(9)) {
    case 0:
      return random.pick(texts);
    case 1:
      return random.pick(texts).repeat(size);
    case 2:
      return random.pick([0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, 65536]);
    case 3:
      return random.pick([true, false, null]);
    case 4:
      return Array.from({ length: size }, (_, i) => ({ name: `n${i}`, key: random.pick(texts), value: i }));
    case 5:
      return Array.from({ length: size }, () => random.pick(texts));
    case 6:
      return Object.fromEntries(
        Array.from({ length: size }, (_, i) => [`${random.pick(keys)}${i}`, random.pick(texts)]),
      );
    case 7:
      return nested(size, random.oneIn(2));
    default:
      return {};
  }
}

function nested(depth: number, isList: boolean): unknown {
  let value: unknown = isList ? [] : {};
  for (let left = depth; left > 0; left--) value = isList ? [value] : { a: value };
  return value;
}

/** A copy of bytes, cut, repeated or changed in a few places. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const at = random.integer(copy.length + 1);
  switch (random.integer(5)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      for (let left = 1 + random.integer(4); left > 0 && copy.length > 0; left--)
        copy[random.integer(copy.length)] = random.integer(256);
      return copy;
    case 2:
      return Buffer.concat([
        copy.subarray(0, at),
        Buffer.alloc(random.pick(sizes), random.integer(256)),
        copy.subarray(at),
      ]);
    case 3:
      return Buffer.concat(Array.from({ length: 1 + random.integer(20) }, () => copy.subarray(at)));
    default:
      return copy;
  }
}
