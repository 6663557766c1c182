import { readFile, stat } from "node:fs/promises";
import { type Clock, Listeners, type Log, type Timer } from "@svc/base";
import { readFlagFile, StartupError } from "@svc/program";

/** The decoded content of a file that may change. */
export interface Watched<T> {
  /** Returns the same value until the file changes. */
  current(): T;
  /** Calls back after each change, in order. @returns a function that ends that */
  onChange(listener: (value: T) => void): () => void;
  stop(): void;
}

interface WatchOptions<T> {
  /** The flag that names the file. */
  readonly flag: string;
  readonly path: string;
  readonly parse: (text: string) => Parsed<T> | Promise<Parsed<T>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after each change with whether the new content was accepted. */
  readonly observe?: (ok: boolean) => void;
  /** The polling interval. @default 2 s */
  readonly intervalMs?: number;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/**
 * Reads a file, and reads it again when it changes. The file is polled, so that replaced symbolic
 * links are noticed too, as in mounted ConfigMaps. Invalid content is logged, and the previous
 * content stays in use.
 *
 * @throws {StartupError} where it cannot be used at first
 */
export async function loadWatched<T>(options: WatchOptions<T>): Promise<Watched<T>> {
  const { flag, path, parse, clock, log, intervalMs = 2_000 } = options;
  let text = await readFlagFile(flag, path);
  const first = await parse(text);
  if (!first.ok) throw new StartupError(`${flag}: ${path}: ${first.message}`);
  let { value } = first;
  let stopped = false;
  let mark: string | undefined;
  let problem: string | undefined;
  const listeners = new Listeners<[value: T]>();

  const failed = (message: string): void => {
    if (message === problem) return;
    problem = message;
    options.observe?.(false);
    log.error("a changed file cannot be used; its previous content stays in use", { flag, path, problem: message });
  };
  const reload = async (): Promise<void> => {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    const now = `${mtimeNs} ${size} ${ino}`;
    if (now === mark) return;
    const next = await readFile(path, "utf8");
    mark = now;
    if (next === text) return;
    const parsed = await parse(next);
    if (stopped) return;
    text = next;
    if (!parsed.ok) return failed(parsed.message);
    problem = undefined;
    ({ value } = parsed);
    options.observe?.(true);
    log.info("a file changed and was read again", { flag, path });
    listeners.notify(value);
  };
  const look = (): void => {
    reload()
      .catch((error: unknown) => {
        mark = undefined;
        failed(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        if (!stopped) timer = clock.after(intervalMs, look);
      });
  };
  let timer: Timer = clock.after(intervalMs, look);
  return {
    current: () => value,
    onChange: (listener) => listeners.add(listener),
    stop: () => {
      stopped = true;
      timer.cancel();
    },
  };
}
