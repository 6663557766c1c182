import { pause } from "@svc/base";
import { type ApiObject, hasReason } from "@svc/meta";
import {
  type Endpoint,
  isUnreadableError,
  type ObjectName,
  type RequestContext,
  type WriteOptions,
} from "@svc/registry";
import type { HealthCheck } from "../health/health.ts";
import type { ServerParts } from "../parts.ts";

/** A part of the start that makes objects which the server itself needs. */
export interface BootstrapStep {
  /** How health checks name it, behind `poststarthook/`: a template of the dialect. */
  readonly name: string;
  /** Another check that it is well by, whose name stands by itself. */
  readonly completion?: string;
  readonly run: (writer: BootstrapWriter) => Promise<void>;
}

/** Writes objects as the server itself. */
export interface BootstrapWriter {
  readonly parts: ServerParts;
  readonly context: RequestContext;
  /** The endpoint of a resource; undefined for one that this server does not have. */
  endpoint(group: string, resource: string): Endpoint | undefined;
  /**
   * Makes an object that was not there. Servers that start together may make the same.
   * @param options.fieldManager who owns its fields; by default the server as a whole
   */
  make(endpoint: Endpoint, object: ApiObject, options?: WriteOptions): Promise<void>;
  /** Makes an object, unless it is there. */
  ensure(endpoint: Endpoint, object: ApiObject, options?: WriteOptions): Promise<void>;
}

export interface Bootstrap {
  readonly done: Promise<void>;
  readonly checks: readonly HealthCheck[];
  stop(): void;
}

/**
 * Runs the first step, then all others side by side, and goes on trying what fails. A step that
 * fails because of a damaged object counts as done, and is tried again until the object is healed.
 */
export function startBootstrap(parts: ServerParts, steps: readonly BootstrapStep[]): Bootstrap {
  const controller = new AbortController();
  const finished = new Set<string>();
  const writer = createWriter(parts, controller.signal);
  const run = async (): Promise<void> => {
    const one = (step: BootstrapStep): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          finished.add(step.name);
          resolve();
        };
        void retried(parts, step, { writer, signal: controller.signal, blocked: done }).then(done);
      });
    const [first, ...others] = steps;
    // Namespaces have to be there before what is in them.
    if (first !== undefined) await one(first);
    await Promise.all(others.map(one));
  };
  return {
    done: run(),
    checks: steps.flatMap(({ name, completion }) =>
      [`poststarthook/${name}`, ...(completion === undefined ? [] : [completion])].map((check) => ({
        name: parts.dialect.expand(check),
        check: () => (finished.has(name) ? undefined : notFinished),
      })),
    ),
    stop: () => controller.abort(),
  };
}

const notFinished = "not finished";

/** Checks of what begins by itself, which are well once it has begun. @param names templates of the dialect, as clients see them */
export function startChecks(
  { dialect }: Pick<ServerParts, "dialect">,
  names: readonly string[],
  begun: Promise<void>,
): readonly HealthCheck[] {
  let finished = false;
  // Who began it hears why it did not.
  begun.then(
    () => {
      finished = true;
    },
    () => undefined,
  );
  return names.map((name) => ({ name: dialect.expand(name), check: () => (finished ? undefined : notFinished) }));
}

const retryMs = 1_000;
const blockedRetryMs = 30_000;

interface Attempts {
  readonly writer: BootstrapWriter;
  readonly signal: AbortSignal;
  /** Is told that a damaged object keeps the step from its end. */
  readonly blocked: () => void;
}

async function retried(
  { clock, log }: ServerParts,
  step: BootstrapStep,
  { writer, signal, blocked }: Attempts,
): Promise<void> {
  let told = false;
  while (!signal.aborted) {
    try {
      return await step.run(writer);
    } catch (error) {
      if (signal.aborted) return;
      const isBlocked = isUnreadableError(error);
      if (!isBlocked || !told)
        log.warn("a step of the start failed and is tried again", { step: step.name, error: String(error) });
      if (isBlocked) {
        told = true;
        blocked();
      }
      await pause(clock, isBlocked ? blockedRetryMs : retryMs, signal);
    }
  }
}

export function createWriter(parts: ServerParts, signal: AbortSignal): BootstrapWriter {
  const context: RequestContext = { signal, warn: () => undefined };
  const make: BootstrapWriter["make"] = async (endpoint, object, options = { fieldManager: serverManager(parts) }) => {
    try {
      await parts.registry.create(endpoint, context, { namespace: object.metadata.namespace ?? "", object, options });
    } catch (error) {
      if (!hasReason(error, "AlreadyExists")) throw error;
    }
  };
  return {
    parts,
    context,
    endpoint: (group, resource) => {
      const definition = parts.catalog.snapshot().stored(group, resource);
      const version = definition?.versions.find((v) => v.version === definition.storage?.version && v.group === group);
      return definition === undefined || version === undefined ? undefined : { definition, version, subresource: "" };
    },
    make,
    ensure: async (endpoint, object, options) => {
      const { name = "", namespace = "" } = object.metadata;
      if ((await existing({ parts }, endpoint, { name, namespace })) === undefined)
        await make(endpoint, object, options);
    },
  };
}

/** An object as it is; undefined where there is none. */
export async function existing(
  { parts }: Pick<BootstrapWriter, "parts">,
  endpoint: Endpoint,
  target: ObjectName,
): Promise<ApiObject | undefined> {
  try {
    return (await parts.registry.get(endpoint, target)).object;
  } catch (error) {
    if (hasReason(error, "NotFound")) return undefined;
    throw error;
  }
}

/** How the server signs fields that it owns. */
export function serverManager({ dialect }: Pick<ServerParts, "dialect">): string {
  return `${dialect.systemPrefix}-apiserver`;
}
