/** What an informer must know of what it keeps. */
export interface CachedObject {
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}
