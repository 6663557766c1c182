import { appendAll } from "@svc/base";
import {
  addError,
  duplicate,
  type FieldError,
  fieldErrorText,
  forbidden,
  internalFieldError,
  invalid,
  isFurther,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "@svc/meta";
import type { WriteContext } from "@svc/schema";

interface FieldPathOptions {
  readonly parent?: FieldPath | undefined;
  readonly segment?: string | number;
  readonly isItem?: boolean;
  /** For the root: the object before the update. */
  readonly old?: object | undefined;
}

/**
 * Path of the field that a check examines, with the list to which the check adds its errors. The
 * path becomes text only for an error, since nearly all objects are valid.
 */
export class FieldPath {
  readonly context: WriteContext;
  readonly #errors: FieldError[];
  readonly #parent: FieldPath | undefined;
  /** Name of a member, or index or key of an item. */
  readonly #segment: string | number;
  readonly #isItem: boolean;
  readonly #oldRoot: object | undefined;

  /** Creates the root of an object, unless the options name a parent. */
  constructor(
    context: WriteContext,
    errors: FieldError[] = [],
    { parent, segment = "", isItem = false, old }: FieldPathOptions = {},
  ) {
    this.context = context;
    this.#errors = errors;
    this.#parent = parent;
    this.#segment = segment;
    this.#isItem = isItem;
    this.#oldRoot = old;
  }

  /** Returns `<path>.<name>`. */
  field(name: string): FieldPath {
    return new FieldPath(this.context, this.#errors, { parent: this, segment: name });
  }

  /** Returns `<path>[<index>]` or `<path>[<key>]`. */
  item(segment: string | number): FieldPath {
    return new FieldPath(this.context, this.#errors, { parent: this, segment, isItem: true });
  }

  /** Path of the enclosing value; undefined for the root. */
  get parent(): FieldPath | undefined {
    return this.#parent;
  }

  /** Value of the field before an update; undefined if it was absent, and on creation. */
  get old(): unknown {
    if (this.#parent === undefined) return this.#oldRoot;
    const { old } = this.#parent;
    if (typeof old !== "object" || old === null || !Object.hasOwn(old, this.#segment)) return undefined;
    return (old as Readonly<Record<string | number, unknown>>)[this.#segment];
  }

  /** Text of the path, for example `spec.containers[0].image`. */
  get path(): string {
    const before = this.#parent?.path ?? "";
    if (this.#isItem) return `${before}[${this.#segment}]`;
    return before === "" ? String(this.#segment) : `${before}.${this.#segment}`;
  }

  /** All errors found in the object so far, at any path. */
  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  /** Adds an error, which may have another path. */
  add(error: FieldError): void {
    this.#report(() => error);
  }

  #report(make: () => FieldError): void {
    addError(this.#errors, make);
  }

  /** Runs checks and adds their errors in the order of the error texts. */
  sorted(checks: (at: FieldPath) => void): void {
    const found: FieldError[] = [];
    checks(
      new FieldPath(this.context, found, {
        parent: this.#parent,
        segment: this.#segment,
        isItem: this.#isItem,
        old: this.#oldRoot,
      }),
    );
    const described = found.filter((error) => !isFurther(error));
    const further = found.filter(isFurther);
    const texts = new Map(described.map((error) => [error, fieldErrorText(error)]));
    described.sort((a, b) => ((texts.get(a) ?? "") < (texts.get(b) ?? "") ? -1 : 1));
    appendAll(this.#errors, described);
    appendAll(this.#errors, further);
  }
  required(detail?: string): void {
    this.#report(() => required(this.path, detail));
  }
  invalid(value: unknown, detail: string): void {
    this.#report(() => invalid(this.path, value, detail));
  }
  typeInvalid(value: unknown, detail: string): void {
    this.#report(() => typeInvalid(this.path, value, detail));
  }
  /** @param supported the supported values, in the order of the message */
  notSupported(value: unknown, supported: readonly string[]): void {
    this.#report(() => notSupported(this.path, value, supported));
  }
  duplicate(value: unknown): void {
    this.#report(() => duplicate(this.path, value));
  }
  notFound(value: unknown, detail?: string): void {
    this.#report(() => {
      const error = notFoundValue(this.path, value);
      return detail === undefined ? error : { ...error, body: `${error.body}: ${detail}` };
    });
  }
  forbidden(detail: string): void {
    this.#report(() => forbidden(this.path, detail));
  }
  /** Adds an error that the server caused, not the client. */
  internal(detail: string): void {
    this.#report(() => internalFieldError(this.path, detail));
  }
  tooLong(maxBytes: number): void {
    this.#report(() => tooLong(this.path, maxBytes));
  }
  tooMany(actual: number, max: number): void {
    this.#report(() => tooMany(this.path, actual, max));
  }
}

/** Runs checks and returns true if they found no error. */
export function passes(at: FieldPath, checks: () => void): boolean {
  const before = at.errors.length;
  checks();
  return at.errors.length === before;
}
