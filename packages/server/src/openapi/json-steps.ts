import { createHash } from "node:crypto";
import type { Steps } from "@svc/base";
import type { JsonObject } from "@svc/schema";

/** A text in UTF-8, and its digest. */
export interface HashedJson {
  readonly json: Buffer;
  /** SHA-512, in upper-case hexadecimal digits. */
  readonly hash: string;
}

/** The characters that one step writes, a few milliseconds of work, unless one member is longer. */
const charactersPerStep = 256 * 1024;

/** Writes an object as JSON, in steps between the members of its members. */
export function* hashedJsonSteps(object: JsonObject): Steps<HashedJson> {
  const hash = createHash("sha512");
  const chunks: Buffer[] = [];
  let text = "";
  const flush = (): void => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    chunks.push(chunk);
    text = "";
  };
  for (const part of jsonParts(object)) {
    text += part;
    if (text.length < charactersPerStep) continue;
    flush();
    yield;
  }
  flush();
  return { json: Buffer.concat(chunks), hash: hash.digest("hex").toUpperCase() };
}

function* jsonParts(object: JsonObject): Generator<string, void> {
  let before = "{";
  for (const [name, member] of Object.entries(object)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (typeof member !== "object" || member === null || Array.isArray(member)) {
      yield JSON.stringify(member);
      continue;
    }
    let first = "{";
    for (const [key, value] of Object.entries(member)) {
      yield `${first}${JSON.stringify(key)}:${JSON.stringify(value)}`;
      first = ",";
    }
    yield first === "{" ? "{}" : "}";
  }
  yield before === "{" ? "{}" : "}";
}
