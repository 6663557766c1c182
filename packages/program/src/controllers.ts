import { type Controller, selectControllers, UnknownControllerError } from "@svc/controllers";
import { StartupError } from "./startup-error.ts";

/**
 * The controllers that `--controllers` selects.
 * @param names `*` for all that are on by default, a name to add one, `-name` to leave one out
 * @throws {StartupError} for the name of no controller
 */
export function controllersOf(names: readonly string[]): readonly Controller[] {
  try {
    return selectControllers(names);
  } catch (cause) {
    if (cause instanceof UnknownControllerError) throw new StartupError(`--controllers: ${cause.message}`, { cause });
    throw cause;
  }
}
