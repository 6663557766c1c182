import type { Clock } from "@svc/base";
import { aFunction, aNumber, anObject, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import type { flowcontrolv1 } from "@svc/types";
import type { RequestToMatch, UserToMatch } from "../matching/request.ts";
import { type LeadingSchema, type MatchedSchema, Schemas } from "../matching/schemas.ts";
import type { LevelMeters } from "./level-meters.ts";
import { levelSettings } from "./level-settings.ts";
import type { PriorityLevel } from "./priority-level.ts";
import { PriorityLevels } from "./priority-levels.ts";

/** The objects that flow control goes by. */
export interface FlowControlObjects {
  readonly schemas: readonly flowcontrolv1.FlowSchema[];
  readonly levels: readonly flowcontrolv1.PriorityLevelConfiguration[];
}

interface FlowControlOptions {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  /** Seats of the server, which all levels share. */
  readonly seats: number;
  /**
   * Objects without which not every request would have a place; they are used where `configure` is
   * given none of their names.
   */
  readonly mandatory: FlowControlObjects;
  /** @default nothing is measured */
  readonly metersOf?: (level: string) => LevelMeters;
}

/** The interval at which seats are divided anew, in milliseconds. */
export const adjustEveryMs = 10_000;

const flowControlOptions = optionsOf<FlowControlOptions>({
  clock: withMethods("a Clock of @svc/base", "monotonic", "after"),
  seats: aNumber,
  mandatory: anObject,
  metersOf: optional(aFunction),
});

/**
 * Classifies requests: finds the flow schema and its priority level. `T` is the payload of a queued
 * request.
 * @throws {TypeError} for a wrong argument
 */
export class FlowControl<T> {
  readonly #mandatory: FlowControlObjects;
  readonly levels: PriorityLevels<T>;
  #schemas = new Schemas<PriorityLevel<T>>([]);
  #objects: FlowControlObjects = { schemas: [], levels: [] };

  constructor(options: FlowControlOptions) {
    checkArgument("new FlowControl: options", options, flowControlOptions);
    const { mandatory, ...shared } = options;
    this.#mandatory = mandatory;
    this.levels = new PriorityLevels<T>({ ...shared, onGone: () => this.#removeIdle() });
    this.configure({ schemas: [], levels: [] });
  }

  /** Uses these objects from now on. Schemas with an unknown level match nothing. */
  configure(objects: FlowControlObjects): void {
    this.#objects = objects;
    const levels = withMandatory(objects.levels, this.#mandatory.levels);
    this.levels.configure(levels.map(levelSettings));
    const schemas: LeadingSchema<PriorityLevel<T>>[] = [];
    for (const schema of withMandatory(objects.schemas, this.#mandatory.schemas)) {
      const level = this.levels.get(schema.spec?.priorityLevelConfiguration.name ?? "");
      if (level !== undefined && !level.isQuiescing) schemas.push({ schema, level });
    }
    this.#schemas = new Schemas(schemas);
  }

  /** Undefined only where the mandatory schemas don't match everything. */
  find(request: RequestToMatch, user: UserToMatch): MatchedSchema<PriorityLevel<T>> | undefined {
    return this.#schemas.find(request, user);
  }

  /** To be called every 10 s: divides the seats anew. */
  adjust(): void {
    this.levels.adjust();
  }

  /** Levels that are gone give their seats to the others. */
  #removeIdle(): void {
    if (this.levels.removeIdle()) this.configure(this.#objects);
  }
}

function withMandatory<O extends flowcontrolv1.FlowSchema | flowcontrolv1.PriorityLevelConfiguration>(
  objects: readonly O[],
  mandatory: readonly O[],
): readonly O[] {
  const names = new Set(objects.map(({ metadata }) => metadata?.name));
  return [...objects, ...mandatory.filter(({ metadata }) => !names.has(metadata?.name))];
}
