import type { Clock } from "@svc/base";
import { allocateSeats } from "./allocation.ts";
import { type LevelMeters, noMeters } from "./level-meters.ts";
import type { LevelSettings } from "./level-settings.ts";
import { PriorityLevel } from "./priority-level.ts";
import { seatLimits } from "./seat-limits.ts";

interface PriorityLevelsOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  /** Seats of the server, which all levels share. */
  readonly seats: number;
  /** @default nothing is measured */
  readonly metersOf?: (level: string) => LevelMeters;
  /** Called when the last request of a level that is gone has ended. @default nothing */
  readonly onGone?: () => void;
}

/** The levels of a server, and the seats that they lend to each other. */
export class PriorityLevels<T> {
  readonly #options: PriorityLevelsOptions;
  readonly #levels = new Map<string, PriorityLevel<T>>();
  /** The last level of each name that no level has now. */
  readonly #removed = new Map<string, PriorityLevel<T>>();
  #fairFraction = 0;

  constructor(options: PriorityLevelsOptions) {
    this.#options = options;
  }

  get fairFraction(): number {
    return this.#fairFraction;
  }

  get(name: string): PriorityLevel<T> | undefined {
    return this.#levels.get(name);
  }

  /** By name. */
  all(): readonly PriorityLevel<T>[] {
    return [...this.#levels.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** With the removed ones, whose metrics stay as they were, like all other series. */
  measured(): readonly PriorityLevel<T>[] {
    return [...this.all(), ...this.#removed.values()];
  }

  /**
   * Replaces the levels, and divides the seats again. A level that is gone keeps its seats until
   * its last request has ended.
   */
  configure(desired: readonly LevelSettings[]): void {
    const names = new Set(desired.map(({ name }) => name));
    const leaving: LevelSettings[] = [];
    for (const level of this.#levels.values()) {
      if (names.has(level.name)) continue;
      level.isQuiescing = true;
      if (level.queues.isIdle) this.#remove(level);
      else leaving.push(level.settings);
    }
    const settings = [...desired, ...leaving];
    const sum = settings.reduce((total, { shares }) => total + shares.shares, 0);
    const { clock, seats, metersOf = () => noMeters, onGone = () => undefined } = this.#options;
    for (const own of settings) {
      const limits = seatLimits(own.shares, { sum, seats });
      const known = this.#levels.get(own.name);
      if (known === undefined) {
        const meters = metersOf(own.name);
        this.#removed.delete(own.name);
        this.#levels.set(own.name, new PriorityLevel<T>({ clock, settings: own, limits, meters, onGone }));
      } else {
        known.isQuiescing = !names.has(own.name);
        known.configure(own, limits);
      }
    }
    this.adjust();
  }

  /** Removes the levels that are gone once they are idle. @returns whether there were any */
  removeIdle(): boolean {
    const gone = [...this.#levels.values()].filter(({ isQuiescing, queues }) => isQuiescing && queues.isIdle);
    for (const level of gone) this.#remove(level);
    return gone.length > 0;
  }

  /** Divides the seats again, by the demand since the last time. */
  adjust(): void {
    const levels = [...this.#levels.values()];
    const claims = levels.map((level) => {
      const { least, target } = level.adjust();
      return { isExempt: level.isExempt, least, most: level.limits.upper, target };
    });
    const total = levels.reduce((sum, { limits }) => sum + limits.nominal, 0);
    const { seats, fairFraction } = allocateSeats(claims, total);
    this.#fairFraction = fairFraction;
    for (const [at, level] of levels.entries()) {
      // What an exempt level uses shows in its seats, though it needs none.
      const used = level.isExempt ? level.demand.highest : 0;
      level.setSeats(Math.max(seats[at] ?? 0, used));
    }
  }

  #remove(level: PriorityLevel<T>): void {
    this.#levels.delete(level.name);
    this.#removed.set(level.name, level);
  }
}
