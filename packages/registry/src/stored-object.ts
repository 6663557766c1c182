import type { ApiObject, Labels } from "@svc/meta";
import type { Item } from "@svc/watch";

/**
 * What the objects of one resource have in common: where their keys begin, and how their bytes are
 * read.
 */
export interface ObjectReader {
  readonly prefix: string;
  readonly namespaced: boolean;
  /** The version that the bytes are in. */
  readonly apiVersion: string;
  /** The object of these bytes; whoever makes it may have it remembered. */
  objectOf(stored: StoredObject): ApiObject;
  /**
   * What reads these objects since their definition was replaced, or where their bytes may have
   * been written under another one: each is renewed when it is next used.
   */
  successor?: ObjectReader;
  /** Reads an object anew that another reader has read. */
  renew(stored: StoredObject, from: ObjectReader): Renewed;
  fieldsOf(object: ApiObject): Readonly<Record<string, string>>;
}

/** What an object is under another definition: nothing where its body stays as it is. */
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
   * Whether the bytes that were stored are lost. If they are not, who knows their form (a later
   * version, a key of encryption) may read them still.
   */
  readonly lost: boolean;
}

/** What a stored value is called when it is no object. */
export class CorruptValueError extends Error {
  override readonly name = "CorruptValueError";
}

/** A buffer in which objects stand, alone or with others. */
export interface Room {
  readonly buffer: Buffer;
  /** Is told when an object that a cache holds came, and when one moved elsewhere. */
  readonly entered?: (stored: StoredObject) => void;
  readonly left?: (stored: StoredObject) => void;
}

/** Part of it. */
export interface Span {
  readonly room: Room;
  readonly start: number;
  readonly end: number;
}

/** What is made of an object for those who ask: few objects of many ever have any of it. */
interface Derived {
  labels: Labels | undefined | null;
  fields: Readonly<Record<string, string>> | undefined;
  encodings: Map<unknown, Buffer> | undefined;
  unreadable: Unreadable | undefined;
}

/**
 * One version of a stored object, as bytes: `{"metadata":{…},…}` with its resourceVersion, without
 * kind and apiVersion, since the same bytes are served alone (behind those two) and in lists
 * (without them). Labels and fields are read from the bytes when a selector first asks. There may
 * be millions of them: what can be made of the key is not kept.
 */
export class StoredObject implements Item {
  readonly key: string;
  readonly revision: number;
  #reader: ObjectReader;
  #room: Room;
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
    this.#room = span.room;
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
    // No definition makes anything of bytes that are lost.
    if (this.isLost) return;
    this.#object = undefined;
    const { body, corrupt } = reader.renew(this, from);
    this.#derived = undefined;
    if (corrupt !== undefined) this.#derive().unreadable = { reason: corrupt, lost: false };
    if (body !== undefined) this.#standAlone(body);
  }

  /** Reads bytes again that could not be read: what they need may be there now. */
  readAgain(): void {
    this.#renew(this.#reader);
  }

  #standAlone(body: Buffer): void {
    this.#room.left?.(this);
    this.#room = { buffer: body };
    this.#start = 0;
    this.#end = body.length;
  }

  /** Why the value cannot be read, if it cannot. */
  get corrupt(): string | undefined {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    return this.#derived?.unreadable?.reason;
  }

  /** Whether what was stored is lost: nothing but another value can take its place. */
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

  /** Where its bytes stand. */
  get room(): Room {
    return this.#room;
  }

  get start(): number {
    return this.#start;
  }

  /** Whether its bytes have a buffer of their own. */
  get isAlone(): boolean {
    return this.#start === 0 && this.#end === this.#room.buffer.length;
  }

  get body(): Buffer {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    const { buffer } = this.#room;
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

  /** The object; shared, and not to be changed. */
  get object(): ApiObject {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    return this.#object ?? this.#reader.objectOf(this);
  }

  /** Keeps the object at hand; undefined lets go of it. */
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

  /** Whether the bytes of a form are there. */
  hasEncoding(key: unknown): boolean {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    return this.#derived?.encodings?.has(key) === true;
  }

  /** Bytes in another form, made once. @param key names the form */
  encoding(key: unknown, make: (stored: StoredObject) => Buffer): Buffer {
    if (this.#reader.successor !== undefined) this.#renew(this.#reader.successor);
    const derived = this.#derive();
    const known = derived.encodings?.get(key);
    if (known !== undefined) return known;
    const made = make(this);
    derived.encodings ??= new Map();
    derived.encodings.set(key, made);
    return made;
  }

  /** Takes over a place in another room that holds the same bytes. */
  moveTo(room: Room, start: number): void {
    const before = this.#room;
    this.#end = start + this.size;
    this.#start = start;
    this.#room = room;
    before.left?.(this);
    room.entered?.(this);
  }

  /**
   * Whether a value to be stored says the same, but for the resourceVersion.
   * @param start where its body begins
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
 * Where `"resourceVersion":"…",` stands in a body, or would stand: behind the uid. Undefined
 * without one.
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

/** Only names stand before the uid, and none of them can hold a quote. */
function afterUid(body: Buffer, start: number): number | undefined {
  const uid = body.indexOf(uidMember, start);
  const end = uid < 0 ? -1 : body.indexOf(quoteByte, uid + uidMember.length);
  return end < 0 || body[end + 1] !== 0x2c ? undefined : end + 2;
}

/**
 * A copy of a body with the revision in it, or with another one.
 * @param revision 0 takes it out
 * @param start where the body begins: the byte there becomes the opening brace
 */
export function withResourceVersion(source: Buffer, revision: number, start = 0): Buffer {
  const found = versionMember(source, start);
  const member = memberOf(revision);
  // Not from Node's pool: a body is kept for long, and would keep all that was short-lived beside
  // it.
  const out = Buffer.allocUnsafeSlow(source.length - start - found.length + member.length);
  copyWithMember(source, { start, found, member }, { into: out, at: 0 });
  return out;
}

/** At least as many bytes as a body takes that comes from a value of this size. */
export function bodyBound(valueBytes: number): number {
  return valueBytes + versionStart.length + maxVersionBytes;
}

/**
 * The same as `withResourceVersion`, into a part of a buffer, which must have room for it; returns
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
  return { room: { buffer }, start: 0, end: buffer.length };
}
