import type { Handler } from "../http.ts";
import { ok } from "./http1-messages.ts";

/** Accepts an upgrade to `echo`, and notes what its tunnel receives and how both directions end. */
export function recordingTunnel(): { readonly handler: Handler; readonly events: readonly string[] } {
  const events: string[] = [];
  const handler: Handler = ({ upgrade }) =>
    upgrade?.accept({
      protocol: "echo",
      start: ({ writer, body }) => {
        writer.onClose(() => events.push("closed"));
        const read = async (): Promise<void> => {
          for await (const piece of body) events.push(piece.toString());
        };
        read().catch((error: Error) => events.push(error.name));
      },
    }) ?? ok("no offer");
  return { handler, events };
}

/** Accepts an upgrade to `echo`, but responds only on `respond`. */
export function delayedAcceptance(): {
  readonly handler: Handler;
  readonly respond: () => void;
  /** The calls of the acceptance: `start` or `cancel`. */
  readonly calls: readonly string[];
} {
  const calls: string[] = [];
  const decided = Promise.withResolvers<void>();
  const handler: Handler = async ({ upgrade }) => {
    const cancel = (): void => void calls.push("cancel");
    const accepted = upgrade?.accept({ protocol: "echo", start: () => void calls.push("start"), cancel });
    await decided.promise;
    return accepted ?? ok("no offer");
  };
  return { handler, respond: decided.resolve, calls };
}
