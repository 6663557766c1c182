/** An error that prevents the start. Its message states the problem and the remedy. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

/**
 * Runs a step of the start.
 * @param what begins the message of the error
 * @throws {StartupError} when the step fails, with its error as the cause
 */
export async function step<T>(what: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
