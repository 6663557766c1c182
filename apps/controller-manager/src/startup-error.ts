/**
 * Why the program cannot start, or go on, as a person wants to read it: what is wrong, and what to
 * do.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
