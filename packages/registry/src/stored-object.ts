import type { ApiObject, Labels } from "@svc/meta";
import type { Item } from "@svc/watch";

/** What the objects of one resource have in common: how their bytes are read. */
export interface ObjectReader {
  /** The object, shared by all who read it: nobody may change it. */
  objectOf(stored: StoredObject): ApiObject;
  fieldsOf(object: ApiObject): Readonly<Record<string, string>>;
}

const uidMember = Buffer.from('"uid":"');
const quoteByte = 0x22;

/** What a stored value is called when it is no object. */
export class CorruptValueError extends Error {
  override readonly name = "CorruptValueError";
}

/**
 * One version of a stored object, as bytes: `{"metadata":{…},…}` with its resourceVersion, without kind and apiVersion,
 * since the same bytes are served alone (behind those two) and in lists (without them). Labels and fields are read from
 * the bytes when a selector first asks.
 */
export class StoredObject implements Item {
  readonly key: string;
  readonly revision: number;
  readonly namespace: string;
  readonly name: string;
  /** Why the value cannot be read, if it cannot. */
  readonly corrupt: string | undefined;
  readonly #reader: ObjectReader;
  #buffer: Buffer;
  #start: number;
  #end: number;
  #labels: Labels | undefined | null = null;
  #fields: Readonly<Record<string, string>> | undefined;
  #encodings: Map<unknown, Buffer> | undefined;

  constructor(init: {
    readonly key: string;
    readonly revision: number;
    readonly namespace: string;
    readonly name: string;
    readonly reader: ObjectReader;
    readonly body: Buffer;
    readonly corrupt?: string | undefined;
  }) {
    this.key = init.key;
    this.revision = init.revision;
    this.namespace = init.namespace;
    this.name = init.name;
    this.corrupt = init.corrupt;
    this.#reader = init.reader;
    this.#buffer = init.body;
    this.#start = 0;
    this.#end = init.body.length;
  }

  get body(): Buffer {
    if (this.#start === 0 && this.#end === this.#buffer.length) return this.#buffer;
    return this.#buffer.subarray(this.#start, this.#end);
  }

  get size(): number {
    return this.#end - this.#start;
  }

  get labels(): Labels | undefined {
    if (this.#labels === null) this.#labels = this.corrupt === undefined ? this.object.metadata.labels : undefined;
    return this.#labels;
  }

  fieldValue(field: string): string | undefined {
    if (this.corrupt !== undefined) return undefined;
    this.#fields ??= this.#reader.fieldsOf(this.object);
    return Object.hasOwn(this.#fields, field) ? this.#fields[field] : undefined;
  }

  /** The object; shared, and not to be changed. */
  get object(): ApiObject {
    return this.#reader.objectOf(this);
  }

  withRevision(revision: number): this {
    const deleted = new StoredObject({
      key: this.key,
      revision,
      namespace: this.namespace,
      name: this.name,
      reader: this.#reader,
      body: withResourceVersion(this.body, revision),
      corrupt: this.corrupt,
    });
    deleted.#labels = this.#labels;
    deleted.#fields = this.#fields;
    return deleted as this;
  }

  /** Bytes in another form, made once. @param key names the form */
  encoding(key: unknown, make: (stored: StoredObject) => Buffer): Buffer {
    const known = this.#encodings?.get(key);
    if (known !== undefined) return known;
    const made = make(this);
    this.#encodings ??= new Map();
    this.#encodings.set(key, made);
    return made;
  }

  /** Takes over a place in a larger buffer that holds the same bytes. */
  moveTo(buffer: Buffer, start: number): void {
    this.#end = start + this.size;
    this.#start = start;
    this.#buffer = buffer;
  }

  /** Whether a value to be stored says the same, but for the resourceVersion. @param start where its body begins */
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

/** Where `"resourceVersion":"…",` stands in a body, or would stand: behind the uid. */
function versionMember(body: Buffer, start = 0): { readonly at: number; readonly length: number } {
  const at = afterUid(body, start);
  const behind = at + versionStart.length;
  if (behind > body.length || versionStart.compare(body, at, behind) !== 0) return { at, length: 0 };
  return { at, length: body.indexOf(quoteByte, behind) + 2 - at };
}

/** Only names stand before the uid, and none of them can hold a quote. */
function afterUid(body: Buffer, start: number): number {
  const uid = body.indexOf(uidMember, start);
  const end = uid < 0 ? -1 : body.indexOf(quoteByte, uid + uidMember.length);
  if (end < 0 || body[end + 1] !== 0x2c) throw new CorruptValueError("the value has no uid");
  return end + 2;
}

/**
 * A copy of a body with the revision in it, or with another one.
 * @param revision 0 takes it out
 * @param start where the body begins: the byte there becomes the opening brace
 */
export function withResourceVersion(source: Buffer, revision: number, start = 0): Buffer {
  const { at, length } = versionMember(source, start);
  const member = revision === 0 ? "" : `"resourceVersion":"${revision}",`;
  // Not from Node's pool: a body is kept for long, and would keep all that was short-lived beside it.
  const out = Buffer.allocUnsafeSlow(source.length - start - length + member.length);
  source.copy(out, 0, start, at);
  out.write(member, at - start, "latin1");
  source.copy(out, at - start + member.length, at + length);
  out[0] = 0x7b;
  return out;
}
