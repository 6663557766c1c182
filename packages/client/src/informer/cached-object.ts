/** Minimal shape of the objects in an informer's store. */
export interface CachedObject {
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}
