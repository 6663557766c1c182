import type { StoredObject } from "@svc/registry";

/** The encoding of one item of a list, and the separator. */
export interface ItemForm {
  /** Names the form; equal keys write equal bytes. */
  readonly key: string;
  readonly separator: string;
  readonly bytes: (item: StoredObject) => Buffer;
  /**
   * True when items are cached in this form: they then move into the packed buffer, and need no
   * memory of their own.
   */
  readonly isStoredForm?: boolean;
}
