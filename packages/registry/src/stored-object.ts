import type { ApiObject, Labels } from "@svc/meta";
import type { Item, ParsedParts } from "@svc/watch";

/** The common parts of one resource's objects: the prefix of their keys, and how bytes are read. */
export interface ObjectReader {
  readonly prefix: string;
  readonly namespaced: boolean;
  /** The version that the bytes are in. */
  readonly apiVersion: string;
  /** The object of these bytes; the reader may cache it. */
  objectOf(stored: StoredObject): ApiObject;
  /**
   * Reads these objects after their definition was replaced, or where they may have been written
   * under another one: each is renewed on its next use.
   */
  successor?: ObjectReader;
  /** Renews an object of another reader. */
  renew(stored: StoredObject, from: ObjectReader): Renewed;
  fieldsOf(object: ApiObject): Readonly<Record<string, string>>;
  /** True for the result of a write that stores nothing. @default false */
  readonly isUnstored?: boolean;
}

/** An object under another definition; empty where its body is unchanged. */
export interface Renewed {
  readonly body?: Buffer;
  readonly corrupt?: string;
}

const uidMember = Buffer.from('"uid":"');
const quoteByte = 0x22;

/** Why a stored value is no object. */
export interface Unreadable {
  readonly reason: string;
  /**
   * True when the stored bytes are lost. Otherwise a later version, or an encryption key, may make
   * them readable.
   */
  readonly lost: boolean;
}

/** The error of a stored value that is no object. */
export class CorruptValueError extends Error {
  override readonly name = "CorruptValueError";
}

/** A buffer that holds one or more objects. */
export interface MemoryBlock {
  readonly buffer: Buffer;
  /** Called when an object that a cache holds was added, and when one moved away. */
  readonly entered?: (stored: StoredObject) => void;
  readonly left?: (stored: StoredObject) => void;
}

/** A range of a buffer. */
export interface Span {
  readonly block: MemoryBlock;
  readonly start: number;
  readonly end: number;
}

/** Derived values of an object; few of many objects ever have one. */
interface Derived {
  labels: Labels | undefined | null;
  fields: Readonly<Record<string, string>> | undefined;
  encodings: Map<unknown, Buffer> | undefined;
  unreadable: Unreadable | undefined;
}

/**
 * One version of a stored object, as bytes: `{"metadata":{…},…}` with its resourceVersion, without
 * kind and apiVersion, since the same bytes are used alone (after those two) and in lists (without
 * them). Labels and fields are parsed from the bytes on first use. There may be millions of
 * instances: values that the key determines are not stored.
 */
export class StoredObject implements Item {
  readonly key: string;
  readonly revision: number;
  #reader: ObjectReader;
  #block: MemoryBlock;
  #start: number;
  #end: number;
  #object: ApiObject | undefined;
  #derived: Derived | undefined;

  constructor(init: {
    readonly key: string;
    readonly revision: number;
    readonly reader: ObjectReader;
    readonly span: Span;
    readonly unreadable?: Unreadable | undefined;
  }) {
    const { span, unreadable } = init;
    this.key = init.key;
    this.revision = init.revision;
    this.#reader = init.reader;
    this.#block = span.block;
    this.#start = span.start;
    this.#end = span.end;
    if (unreadable !== undefined) this.#derive().unreadable = unreadable;
  }

  #derive(): Derived {
    return (this.#derived ??= { labels: null, fields: undefined, encodings: undefined, unreadable: undefined });
  }

  /** Reads the bytes anew, under the definition that the resource has now. */
  #renew(successor: ObjectReader): void {
    const from = this.#reader;
    let reader = successor;
    while (reader.successor !== undefined) reader = reader.successor;
    this.#reader = reader;
    // No definition can read lost bytes.
    if (this.isLost) return;
    this.#object = undefined;
    const { body, corrupt } = reader.renew(this, from);
    this.#derived = undefined;
    if (corrupt !== undefined) this.#derive().unreadable = { reason: corrupt, lost: false };
    if (body !== undefined) this.#standAlone(body);
  }

  /** Reads unreadable bytes again: a key or version that they need may exist now. */
  readAgain(): void {
    this.#renew(this.#reader);
  }

  #standAlone(body: Buffer): void {
    this.#block.left?.(this);
    this.#block = { buffer: body };
    this.#start = 0;
    this.#end = body.length;
  }

  /** True for the result of a write that stores nothing. */
  get isUnstored(): boolean {
    return this.#reader.isUnstored === true;
  }

  /** Why the value cannot be read, if it cannot. */
  get corrupt(): string | undefined {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    return this.#derived?.unreadable?.reason;
  }

  /** True when the stored value is lost: it can only be replaced. */
  get isLost(): boolean {
    return this.#derived?.unreadable?.lost === true;
  }

  get #nameAt(): number {
    const { prefix, namespaced } = this.#reader;
    return namespaced ? Math.max(prefix.length, this.key.indexOf("/", prefix.length) + 1) : prefix.length;
  }

  get namespace(): string {
    const { length } = this.#reader.prefix;
    const nameAt = this.#nameAt;
    return nameAt === length ? "" : this.key.slice(length, nameAt - 1);
  }

  get name(): string {
    return this.key.slice(this.#nameAt);
  }

  /** The buffer that holds its bytes. */
  get block(): MemoryBlock {
    return this.#block;
  }

  get start(): number {
    return this.#start;
  }

  /** True if its bytes have their own buffer. */
  get isAlone(): boolean {
    return this.#start === 0 && this.#end === this.#block.buffer.length;
  }

  get body(): Buffer {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    const { buffer } = this.#block;
    return this.isAlone ? buffer : buffer.subarray(this.#start, this.#end);
  }

  get size(): number {
    return this.#end - this.#start;
  }

  get labels(): Labels | undefined {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    const derived = this.#derive();
    if (derived.labels === null)
      derived.labels = derived.unreadable === undefined ? this.object.metadata.labels : undefined;
    return derived.labels;
  }

  fieldValue(field: string): string | undefined {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    const derived = this.#derive();
    if (derived.unreadable !== undefined) return undefined;
    derived.fields ??= this.#reader.fieldsOf(this.object);
    return Object.hasOwn(derived.fields, field) ? derived.fields[field] : undefined;
  }

  isUnparsed({ labels, fields }: ParsedParts): boolean {
    if (this.#reader.successor !== undefined) return true;
    if (this.#object !== undefined || this.#derived?.unreadable !== undefined) return false;
    const { labels: knownLabels = null, fields: knownFields } = this.#derived ?? {};
    return (labels && knownLabels === null) || (fields && knownFields === undefined);
  }

  /** The object; shared, and not to be changed. */
  get object(): ApiObject {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    return this.#object ?? this.#reader.objectOf(this);
  }

  /** Caches the parsed object; undefined drops it. */
  remember(object: ApiObject | undefined): void {
    this.#object = object;
  }

  withRevision(revision: number): this {
    const body = this.corrupt === undefined ? withResourceVersion(this.body, revision) : this.body;
    const deleted = new StoredObject({ key: this.key, revision, reader: this.#reader, span: wholeOf(body) });
    // But for the encodings, which hold the other revision.
    if (this.#derived !== undefined) deleted.#derived = { ...this.#derived, encodings: undefined };
    return deleted as this;
  }

  /** True when the encoding is cached. */
  hasEncoding(key: unknown): boolean {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    return this.#derived?.encodings?.has(key) === true;
  }

  /** Returns the bytes of an encoding, computed once. @param key identifies the encoding */
  encoding(key: unknown, make: (stored: StoredObject) => Buffer): Buffer {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    const derived = this.#derive();
    const cached = derived.encodings?.get(key);
    if (cached !== undefined) return cached;
    const bytes = make(this);
    derived.encodings ??= new Map();
    derived.encodings.set(key, bytes);
    return bytes;
  }

  /** Moves to a range of another buffer with the same bytes. */
  moveTo(block: MemoryBlock, start: number): void {
    const before = this.#block;
    this.#end = start + this.size;
    this.#start = start;
    this.#block = block;
    before.left?.(this);
    block.entered?.(this);
  }

  /**
   * True when a value to be stored has the same content, apart from the resourceVersion.
   * @param start offset of its body
   */
  hasSameContent(value: Buffer, start: number): boolean {
    const { body } = this;
    const { at, length } = versionMember(body);
    if (body.length - length !== value.length - start) return false;
    return (
      body.compare(value, start + 1, start + at, 1, at) === 0 &&
      body.compare(value, start + at, undefined, at + length) === 0
    );
  }
}

const versionStart = Buffer.from('"resourceVersion":"');

interface Member {
  readonly at: number;
  readonly length: number;
}

/**
 * The range of `"resourceVersion":"…",` in a body, or its position after the uid when absent.
 * Undefined without a uid.
 */
function findVersion(body: Buffer, start: number): Member | undefined {
  const at = afterUid(body, start);
  if (at === undefined) return undefined;
  const behind = at + versionStart.length;
  if (behind > body.length || versionStart.compare(body, at, behind) !== 0) return { at, length: 0 };
  return { at, length: body.indexOf(quoteByte, behind) + 2 - at };
}

function versionMember(body: Buffer, start = 0): Member {
  const found = findVersion(body, start);
  if (found === undefined) throw new CorruptValueError("the value has no uid");
  return found;
}

/** Only names precede the uid, and they cannot contain a quote. */
function afterUid(body: Buffer, start: number): number | undefined {
  const uid = body.indexOf(uidMember, start);
  const end = uid < 0 ? -1 : body.indexOf(quoteByte, uid + uidMember.length);
  return end < 0 || body[end + 1] !== 0x2c ? undefined : end + 2;
}

/**
 * A copy of a body with a revision set or replaced.
 * @param version the revision, or the text that a client sent; 0 and the empty text remove it
 * @param start offset of the body: the byte there becomes the opening brace
 */
export function withResourceVersion(source: Buffer, version: number | string, start = 0): Buffer {
  const found = versionMember(source, start);
  const member = typeof version === "number" ? memberOf(version) : memberOfText(version);
  // Not from Node's pool: a long-lived body would keep a pool with short-lived bytes alive.
  const out = Buffer.allocUnsafeSlow(source.length - start - found.length + member.length);
  copyWithMember(source, { start, found, member }, { into: out, at: 0 });
  return out;
}

/** Upper bound of the body's size for a value of this size. */
export function bodyBound(valueBytes: number): number {
  return valueBytes + versionStart.length + maxVersionBytes;
}

/**
 * The same as `withResourceVersion`, into a part of a buffer, which must have space for it; returns
 * where it ends.
 */
export function writeWithResourceVersion(
  source: Buffer,
  { revision, start }: { readonly revision: number; readonly start: number },
  { into, at }: { readonly into: Buffer; readonly at: number },
): number {
  const found = versionMember(source, start);
  return copyWithMember(source, { start, found, member: memberOf(revision) }, { into, at });
}

// A whole number, the quote behind it and a comma.
const maxVersionBytes = 18;

const memberOf = (revision: number): string => (revision === 0 ? "" : `"resourceVersion":"${revision}",`);

/** The member in UTF-8, one character for each byte. */
const memberOfText = (version: string): string =>
  version === "" ? "" : Buffer.from(`"resourceVersion":${JSON.stringify(version)},`).toString("latin1");

function copyWithMember(
  source: Buffer,
  { start, found, member }: { readonly start: number; readonly found: Member; readonly member: string },
  { into, at }: { readonly into: Buffer; readonly at: number },
): number {
  let end = at + source.copy(into, at, start, found.at);
  end += into.write(member, end, "latin1");
  end += source.copy(into, end, found.at + found.length);
  into[at] = 0x7b;
  return end;
}

export function wholeOf(buffer: Buffer): Span {
  return { block: { buffer }, start: 0, end: buffer.length };
}
