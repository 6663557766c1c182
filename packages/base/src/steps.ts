/**
 * Yielded after a step of tens of milliseconds: a request that otherwise runs its steps without a
 * pause gives way there, too.
 */
export const longStep = "long";

/** Work in steps: between two of them other work may be done. */
// biome-ignore lint/suspicious/noConfusingVoidType: a plain `yield` yields void
export type Steps<T> = Generator<typeof longStep | void, T>;

/** Runs all steps without a pause. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** @param giveWay awaited between two steps */
export async function runSteps<T>(steps: Steps<T>, giveWay: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await giveWay();
  }
}
