import type { Clock } from "@svc/base";
import { whenEnded } from "@svc/http";
import { mapResponse, type RequestState, type ServerExtension, type Stage } from "@svc/server";

/** Refuses new requests while the server shuts down, until those in flight are over. */
export interface RequestDrain {
  readonly extension: ServerExtension;
  /**
   * Refuses requests from now on, but for those of health probes. Resolves when no request is in
   * flight, watches and connections left out, or after the limit.
   */
  drain(limitMs: number): Promise<void>;
}

const healthPaths: ReadonlySet<string> = new Set(["healthz", "livez", "readyz"]);
const headers: readonly string[] = [
  ...["Connection", "close", "Content-Type", "text/plain; charset=utf-8"],
  ...["Retry-After", "5", "X-Content-Type-Options", "nosniff"],
];
const body = Buffer.from("The apiserver is shutting down, please try again later.\n");

/** Creates the drain of one server. */
export function createRequestDrain(clock: Clock): RequestDrain {
  const inFlight = new Set<RequestState>();
  let isDraining = false;
  let onOver = (): void => undefined;
  const isOver = (): boolean => [...inFlight].every(({ isLongRunning }) => isLongRunning);
  const stage: Stage = (state, next) => {
    if (healthPaths.has(state.info.path.split("/", 2)[1] ?? "")) return next(state);
    if (isDraining) return { status: 429, headers, body };
    inFlight.add(state);
    return mapResponse(next(state), (response) =>
      whenEnded(response, () => {
        inFlight.delete(state);
        onOver();
      }),
    );
  };
  return {
    extension: { name: "request drain", stages: () => [{ after: "parsing", stage }] },
    drain: async (limitMs) => {
      isDraining = true;
      if (isOver()) return;
      await new Promise<void>((resolve) => {
        const timer = clock.after(limitMs, resolve);
        onOver = (): void => {
          if (!isOver()) return;
          timer.cancel();
          resolve();
        };
      });
    },
  };
}
