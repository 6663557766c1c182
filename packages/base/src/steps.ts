/** Work in steps: between two of them other work may be done. */
export type Steps<T> = Generator<void, T>;

/** Does all steps at once. */
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
