import { appendAll } from "@svc/base";
import {
  duplicate,
  type FieldError,
  fieldErrorText,
  forbidden,
  internalFieldError,
  invalid,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "@svc/meta";
import type { WriteContext } from "@svc/schema";

interface PlaceOptions {
  readonly parent?: Place | undefined;
  readonly segment?: string | number;
  readonly isItem?: boolean;
  /** At the root: the object before the change. */
  readonly old?: object | undefined;
}

/**
 * Where in an object a check stands, and where it reports what is wrong. A path becomes text only when there is an error,
 * since nearly all objects are valid.
 */
export class Place {
  readonly context: WriteContext;
  readonly #errors: FieldError[];
  readonly #parent: Place | undefined;
  /** The name of a member; the number, or the key, of an item. */
  readonly #segment: string | number;
  readonly #isItem: boolean;
  readonly #oldRoot: object | undefined;

  /** The root of an object, unless the other parameters say otherwise. */
  constructor(
    context: WriteContext,
    errors: FieldError[] = [],
    { parent, segment = "", isItem = false, old }: PlaceOptions = {},
  ) {
    this.context = context;
    this.#errors = errors;
    this.#parent = parent;
    this.#segment = segment;
    this.#isItem = isItem;
    this.#oldRoot = old;
  }

  /** `<path>.<name>` */
  field(name: string): Place {
    return new Place(this.context, this.#errors, { parent: this, segment: name });
  }

  /** `<path>[<index>]`, `<path>[<key>]` */
  item(segment: string | number): Place {
    return new Place(this.context, this.#errors, { parent: this, segment, isItem: true });
  }

  /** Where it lies; undefined for the root. */
  get parent(): Place | undefined {
    return this.#parent;
  }

  /** What stood there before a change; undefined where nothing did, and on creation. */
  get old(): unknown {
    if (this.#parent === undefined) return this.#oldRoot;
    const { old } = this.#parent;
    if (typeof old !== "object" || old === null || !Object.hasOwn(old, this.#segment)) return undefined;
    return (old as Readonly<Record<string | number, unknown>>)[this.#segment];
  }

  get path(): string {
    const before = this.#parent?.path ?? "";
    if (this.#isItem) return `${before}[${this.#segment}]`;
    return before === "" ? String(this.#segment) : `${before}.${this.#segment}`;
  }

  /** All errors so far, also those found elsewhere in the object. */
  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  add(error: FieldError): void {
    this.#errors.push(error);
  }
  /** Makes checks of which clients see the errors in the order of their texts. */
  sorted(checks: (at: Place) => void): void {
    const found: FieldError[] = [];
    checks(
      new Place(this.context, found, {
        parent: this.#parent,
        segment: this.#segment,
        isItem: this.#isItem,
        old: this.#oldRoot,
      }),
    );
    const texts = new Map(found.map((error) => [error, fieldErrorText(error)]));
    appendAll(
      this.#errors,
      found.sort((a, b) => ((texts.get(a) ?? "") < (texts.get(b) ?? "") ? -1 : 1)),
    );
  }
  required(detail?: string): void {
    this.#errors.push(required(this.path, detail));
  }
  invalid(value: unknown, detail: string): void {
    this.#errors.push(invalid(this.path, value, detail));
  }
  typeInvalid(value: unknown, detail: string): void {
    this.#errors.push(typeInvalid(this.path, value, detail));
  }
  /** @param supported in the order in which they are shown */
  notSupported(value: unknown, supported: readonly string[]): void {
    this.#errors.push(notSupported(this.path, value, supported));
  }
  duplicate(value: unknown): void {
    this.#errors.push(duplicate(this.path, value));
  }
  notFound(value: unknown, detail?: string): void {
    const error = notFoundValue(this.path, value);
    this.#errors.push(detail === undefined ? error : { ...error, body: `${error.body}: ${detail}` });
  }
  forbidden(detail: string): void {
    this.#errors.push(forbidden(this.path, detail));
  }
  /** What the server itself could not do. */
  internal(detail: string): void {
    this.#errors.push(internalFieldError(this.path, detail));
  }
  tooLong(maxBytes: number): void {
    this.#errors.push(tooLong(this.path, maxBytes));
  }
  tooMany(actual: number, max: number): void {
    this.#errors.push(tooMany(this.path, actual, max));
  }
}

/** Whether a part of the checks found nothing. */
export function passes(at: Place, checks: () => void): boolean {
  const before = at.errors.length;
  checks();
  return at.errors.length === before;
}
