/**
 * A value, or a promise of it where it has to be waited for. Callers await only a promise, so that
 * a value in memory costs no turn of the event loop.
 */
export type MaybePromise<T> = T | Promise<T>;
