import { isDeepStrictEqual } from "node:util";
import { type Clock, Listeners, type Log, type Timer } from "@svc/base";
import { type ApiService, isAvailable } from "../registration/api-service.ts";
import type { Registrations } from "../registration/registrations.ts";

interface PollOptions<T> {
  readonly registrations: Registrations;
  readonly clock: Clock;
  readonly log: Log;
  /** Name of the read data, in the log. */
  readonly subject: string;
  /** Reads the data; undefined keeps the result of the former reading. */
  readonly read: (registration: ApiService, signal: AbortSignal) => Promise<T | undefined>;
}

/** Something that is read of every extension server. */
export interface RemoteReadings<T> {
  /** By the name of the registration; the same map until something changes. */
  current(): ReadonlyMap<string, T>;
  onChange(listener: () => void): () => void;
  stop(): void;
}

interface Entry<T> {
  /** The settings that determine the address and credentials of the server, as one text. */
  readonly settings: string;
  available: boolean;
  readonly controller: AbortController;
  /** Of the next reading. */
  timer: Timer | undefined;
  /** Numbers of the newest started reading, and of the newest one whose result was used. */
  begun: number;
  used: number;
  value: T | undefined;
}

const everyMs = 60_000;

function end({ controller, timer }: Pick<Entry<unknown>, "controller" | "timer">): void {
  controller.abort();
  timer?.cancel();
}

function settingsOf({ metadata: { uid }, spec = {} }: ApiService): string {
  const { group, version, service, caBundle, insecureSkipTLSVerify } = spec;
  return JSON.stringify([uid, group, version, service, caBundle, insecureSkipTLSVerify]);
}

/**
 * Reads something of each extension server when its registration comes or changes, and every
 * minute. It is forgotten with the registration.
 */
export function pollRemotes<T>({ registrations, clock, log, subject, read }: PollOptions<T>): RemoteReadings<T> {
  const entries = new Map<string, Entry<T>>();
  const listeners = new Listeners<[]>();
  let current: ReadonlyMap<string, T> | undefined;

  const changed = (): void => {
    current = undefined;
    listeners.notify();
  };
  const readOnce = async (registration: ApiService, entry: Entry<T>): Promise<void> => {
    const reading = entry.begun;
    const value = await read(registration, entry.controller.signal);
    if (entry.controller.signal.aborted || reading < entry.used) return;
    entry.used = reading;
    if (value === undefined || isDeepStrictEqual(value, entry.value)) return;
    entry.value = value;
    changed();
  };
  const readNow = (name: string, entry: Entry<T>): void => {
    entry.timer?.cancel();
    const registration = registrations.get(name);
    if (registration === undefined) return;
    const reading = ++entry.begun;
    readOnce(registration, entry)
      .catch((error: unknown) => {
        if (entry.controller.signal.aborted) return;
        log.warn("an extension server could not be read, will retry", { subject, name, error: String(error) });
      })
      .finally(() => {
        if (entry.controller.signal.aborted || reading < entry.begun) return;
        entry.timer = clock.after(everyMs, () => readNow(name, entry));
      });
  };
  const refresh = (name: string): void => {
    const registration = registrations.get(name);
    const known = entries.get(name);
    if (registration?.spec?.service === undefined) {
      if (known === undefined) return;
      end(known);
      entries.delete(name);
      changed();
      return;
    }
    const settings = settingsOf(registration);
    const available = isAvailable(registration);
    if (known?.settings === settings) {
      if (known.available === available) return;
      known.available = available;
      // A running reading continues: it may be the first to see the resources.
      readNow(name, known);
      return;
    }
    if (known !== undefined) end(known);
    const times = { timer: undefined, begun: 0, used: 0 };
    const entry: Entry<T> = { settings, available, controller: new AbortController(), ...times, value: known?.value };
    entries.set(name, entry);
    readNow(name, entry);
  };
  const unregister = registrations.onChange(refresh);
  return {
    current: () =>
      (current ??= new Map([...entries].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])))),
    onChange: (listener) => listeners.add(listener),
    stop: () => {
      unregister();
      for (const entry of entries.values()) end(entry);
      entries.clear();
    },
  };
}
