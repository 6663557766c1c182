import type { ApiObject, FieldError } from "@svc/meta";
import type { ValidationOutcome, WriteContext } from "@svc/schema";

/**
 * The validation of a kind beyond the metadata of its objects. It returns all errors of an object,
 * in the order in which they are shown.
 */
export interface KindValidation {
  readonly create?: (object: ApiObject, context: WriteContext) => ValidationOutcome;
  readonly update?: (object: ApiObject, old: ApiObject, context: WriteContext) => ValidationOutcome;
  readonly subresources?: Readonly<
    Record<string, (object: ApiObject, old: ApiObject, context: WriteContext) => readonly FieldError[]>
  >;
  /** Texts of `Warning` headers. */
  readonly warnings?: (object: ApiObject, old: ApiObject | undefined, context: WriteContext) => readonly string[];
  readonly subresourceWarnings?: Readonly<
    Record<string, (object: ApiObject, old: ApiObject, context: WriteContext) => readonly string[]>
  >;
}
