import { finishSteps } from "@svc/base";
import type { ApiObject, JsonValue } from "@svc/meta";
import type { StructSchema } from "@svc/schema";
import type { Decoded } from "./body.ts";
import { DecodeError } from "./decoding/decode-error.ts";
import { createStrictErrors } from "./decoding/strict-errors.ts";
import { copyWithSharing } from "./json/copy-with-sharing.ts";
import type { Exact } from "./json/exact.ts";
import type { ObjectType } from "./object-type.ts";
import { createStructuralDecoder, metadataOf } from "./structural/decode.ts";
import { decodeExact } from "./typed/exact-decode.ts";
import { createNormalizers, type Normalizers } from "./typed/normalize.ts";
import { mismatch, type NormalizeContext } from "./typed/scalars.ts";

interface ExactOptions {
  /** Strict errors that the parser found. */
  readonly found?: readonly string[];
  /** True for a converted value rather than text. @default false */
  readonly ofValue?: boolean;
}

interface ValueOptions extends ExactOptions {
  /** An object of the type: parts that are identical to its parts are copied as they are. */
  readonly like?: object | undefined;
}

type DecodeSteps = Generator<void, Decoded>;

/** Converts parsed values to objects of a type. */
export class ObjectDecoder {
  readonly #normalizers = createNormalizers();
  readonly #keepingNormalizers = createNormalizers("kept");
  readonly #structural = createStructuralDecoder(this.#normalizers);

  /** Decodes like Go: slower than `take`, with the errors of a value that does not fit. */
  *exactSteps(value: Exact, type: ObjectType, options: ExactOptions = {}): DecodeSteps {
    const { found = [], ofValue = false } = options;
    const strict = createStrictErrors();
    for (const message of found) strict.add(message);
    const { schema } = type;
    if (type.semantics === "structural")
      return { object: this.#structural.exact(schema, value, { strict }), strictErrors: strict.list };
    const decoded = decodeExact(schema, value, { strict, typeName: typeNameOf(schema), ofValue });
    yield;
    return { object: this.normalized(type, decoded), strictErrors: strict.list };
  }

  exact(value: Exact, type: ObjectType): Decoded {
    return finishSteps(this.exactSteps(value, type));
  }

  /**
   * Decodes what another definition wrote. Names and metadata of embedded objects that cannot be
   * read are dropped.
   */
  reread(value: Exact, type: ObjectType): ApiObject {
    if (type.semantics !== "structural") return this.exact(value, type).object;
    return this.#structural.exact(type.schema, value, { strict: createStrictErrors(), keeps: "fitting" });
  }

  /** Converts a value that the type is known to fit. */
  normalized({ schema, empties }: Pick<ObjectType, "schema" | "empties">, value: unknown): ApiObject {
    return this.#normalize(schema, value, empties === "kept" ? this.#keepingNormalizers : this.#normalizers);
  }

  /** Converts a value in place; `mismatch` where it does not fit. */
  take(value: unknown, type: ObjectType, context: NormalizeContext): ApiObject | typeof mismatch {
    if (type.semantics === "structural") return this.#structural.fast(type.schema, value, context);
    const normalizers = type.empties === "kept" ? this.#keepingNormalizers : this.#normalizers;
    return normalizers(type.schema)(value, context) as ApiObject | typeof mismatch;
  }

  /** Converts a value in place; undefined where it does not fit. */
  fitting(value: unknown, type: ObjectType): ApiObject | undefined {
    const object = this.take(value, type, { members: 0 });
    return object === mismatch ? undefined : object;
  }

  /**
   * A message may hold invalid text, such as a malformed quantity: the exact decoder has the error.
   */
  message(schema: StructSchema, value: unknown): ApiObject {
    const normalized = this.#normalizers(schema)(value, { members: 0 });
    if (normalized !== mismatch) return normalized as ApiObject;
    decodeExact(schema, value as Exact, { strict: createStrictErrors(), typeName: typeNameOf(schema) });
    throw new DecodeError("object", "a field of the message has a value that its type does not take");
  }

  /** Decodes a JSON value without changing it. */
  *valueSteps(value: JsonValue, type: ObjectType, valueOptions: ValueOptions = {}): DecodeSteps {
    const { like, ...options } = valueOptions;
    // Parts of extension types are not shared when their schema may have changed.
    const { copy, normalized } = copyWithSharing(value, type.semantics === "structural" ? undefined : like);
    yield;
    const object = this.take(copy, type, { members: 0, normalized });
    if (object !== mismatch) return { object, strictErrors: [] };
    yield;
    return yield* this.exactSteps(value as Exact, type, options);
  }

  value(value: JsonValue, type: ObjectType, options: ValueOptions = {}): Decoded {
    return finishSteps(this.valueSteps(value, type, options));
  }

  /** Decodes what this codec wrote for the store; changes it in place. */
  stored(value: ApiObject, { schema, semantics }: ObjectType): ApiObject {
    if (semantics !== "structural") return this.#normalize(schema, value, this.#normalizers);
    const metadata = this.#normalize(metadataOf(schema), value.metadata ?? {}, this.#normalizers);
    value.metadata = metadata as ApiObject["metadata"];
    return value;
  }

  /** The object as it would be after storing and reading it. */
  asStored(object: ApiObject, { schema, empties }: ObjectType): ApiObject {
    return empties === "kept" ? this.#normalize(schema, object, this.#normalizers) : object;
  }

  #normalize(schema: StructSchema, value: unknown, using: Normalizers): ApiObject {
    const normalized = using(schema)(value, { members: 0 });
    if (normalized === mismatch) throw new TypeError(`a value that was read does not fit ${schema.name ?? "its type"}`);
    return normalized as ApiObject;
  }
}

/** `core/v1.Pod` → `v1.Pod` */
export function typeNameOf({ name = "" }: StructSchema): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
