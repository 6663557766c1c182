import type { Timer } from "@svc/base";
import type { BootstrapStep, BootstrapWriter } from "../bootstrap/bootstrap.ts";
import type { Upkeep } from "./kept-objects.ts";

/** Does again and again what was done at the start; what fails is done again at the next time. */
export function repeat(writer: BootstrapWriter, { name, run }: BootstrapStep, everyMs: number): Upkeep {
  const { clock, log } = writer.parts;
  let timer: Timer | undefined;
  let stopped = false;
  const later = (): void => {
    if (!stopped) timer = clock.after(everyMs, () => void again().then(later));
  };
  const again = async (): Promise<void> => {
    try {
      await run(writer);
    } catch (error) {
      if (!stopped) log.warn("something that is done again and again failed", { step: name, error: String(error) });
    }
  };
  later();
  return {
    ready: Promise.resolve(),
    idle: () => Promise.resolve(),
    stop: () => {
      stopped = true;
      timer?.cancel();
    },
  };
}
