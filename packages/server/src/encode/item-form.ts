import type { StoredObject } from "@svc/registry";

/** How one item of a list is written, and what stands between two. */
export interface ItemForm {
  /** Names the form; equal keys write equal bytes. */
  readonly key: string;
  readonly separator: string;
  readonly bytes: (item: StoredObject) => Buffer;
  /**
   * Whether the form is that in which items are kept: they then move into the packed buffer, and
   * need no room of their own.
   */
  readonly isStoredForm?: boolean;
}
