import { type ApiObject, copyJson, isStatusError, type JsonValue } from "@svc/meta";
import { pathsOf } from "../field-set.ts";
import { parseFieldsV1 } from "../fields-v1.ts";
import { createFieldOwnership, type FieldOwnership } from "../ownership/field-ownership.ts";
import { fillThing, things, thingVersions } from "./thing.ts";

/**
 * One write: manager, verb and value. Verbs: `applies`, `forces` (applies despite conflicts) and
 * `updates` (replaces the object). Then, in any order: `status` for the status subresource, `v2`
 * for that version, `meta` where the value is metadata.
 */
export type Step = readonly [does: string, value: Readonly<Record<string, JsonValue>>];

export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The result of a step: an error, or the object and its owners. */
export type StepResult =
  | { readonly error: string; readonly causes?: readonly string[] }
  | {
      readonly value: Readonly<Record<string, JsonValue | undefined>>;
      readonly owners: Readonly<Record<string, readonly string[]>>;
      /** Owners without a time, since they changed nothing. */
      readonly timeless?: readonly string[];
    };

export interface ParsedStep {
  readonly manager: string;
  readonly verb: "applies" | "forces" | "updates";
  readonly version: "v1" | "v2";
  readonly subresource: "" | "status";
  /** Without fields that only a server sets. */
  readonly body: ApiObject;
}

export function parseStep([does, value]: Step): ParsedStep {
  const [manager = "", verb, ...more] = does.split(" ");
  if (verb !== "applies" && verb !== "forces" && verb !== "updates") throw new TypeError(`what is ${does}?`);
  const version = more.includes("v2") ? "v2" : "v1";
  const place = more.includes("meta") ? "metadata" : more.includes("status") ? "status" : "spec";
  return {
    manager,
    verb,
    version,
    subresource: more.includes("status") ? "status" : "",
    body: {
      apiVersion: `test.example.com/${version}`,
      kind: "Thing",
      metadata: { name: "thing", ...(place === "metadata" ? value : {}) },
      ...(place === "metadata" ? {} : { [place]: value }),
    },
  };
}

export function createThingOwnership(): FieldOwnership {
  return createFieldOwnership({ normalize: (value) => fillThing(copyJson(value) as unknown as ApiObject) });
}

/** Runs the steps of a scenario with this package. */
export function runScenario({ steps }: Scenario): readonly StepResult[] {
  const results: StepResult[] = [];
  runSteps(steps, (result) => void results.push(result));
  return results;
}

interface RunOptions {
  /** Creates the ownership tracker of each step. @default one for all */
  readonly ownership?: () => FieldOwnership;
  /** The stored form of the object after a step. @default all of it */
  readonly store?: (next: ApiObject, live: ApiObject | undefined) => ApiObject;
}

/** Runs steps and returns the final object. */
export function runSteps(
  steps: readonly Step[],
  onResult: (result: StepResult) => void = () => undefined,
  { ownership = constant(createThingOwnership()), store = (next) => next }: RunOptions = {},
): ApiObject | undefined {
  let live: ApiObject | undefined;
  steps.forEach((step, i) => {
    const now = new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString().replace(".000", "");
    try {
      live = store(stepped(ownership(), live, parseStep(step), now), live);
      onResult(resultOf(live));
    } catch (error) {
      if (!isStatusError(error)) throw error;
      onResult(errorResponse(error.message, error.details?.causes));
    }
  });
  return live;
}

function constant<T>(value: T): () => T {
  return () => value;
}

function stepped(ownership: FieldOwnership, live: ApiObject | undefined, step: ParsedStep, now: string): ApiObject {
  const { manager, verb, version, subresource, body } = step;
  const endpoint = { definition: things, version: thingVersions[version], subresource };
  const before = live === undefined ? undefined : { ...live, apiVersion: body.apiVersion ?? "" };
  const write = { endpoint, live: before, manager, now };
  if (verb !== "updates")
    return withSystemFields(ownership.apply({ ...write, intent: body, force: verb === "forces" }), live, subresource);
  const next = withSystemFields(fillThing(structuredClone(body)), live, subresource);
  ownership.track({ ...write, next });
  return next;
}

/** Keeps the fields that the endpoint does not change. */
function withSystemFields(next: ApiObject, live: ApiObject | undefined, subresource: string): ApiObject {
  next.metadata.uid = live?.metadata.uid ?? "uid";
  if (subresource === "") {
    if (live?.["status"] === undefined) delete next["status"];
    else next["status"] = live["status"];
    return next;
  }
  const { managedFields } = next.metadata;
  next.metadata = { ...live?.metadata };
  if (managedFields !== undefined) next.metadata.managedFields = managedFields;
  if (live?.["spec"] !== undefined) next["spec"] = live["spec"];
  return next;
}

export function resultOf(object: ApiObject): StepResult {
  const { labels, finalizers, managedFields = [] } = object.metadata;
  const owners = managedFields.map((entry) => {
    const { manager = "", operation = "", apiVersion = "", subresource = "" } = entry;
    const name = [manager, operation, apiVersion.split("/").at(-1), subresource]
      .filter((part) => part !== "")
      .join(" ");
    return { name, paths: pathsOf(parseFieldsV1(entry.fieldsV1)), time: entry.time };
  });
  const timeless = owners.filter(({ time }) => time === undefined).map(({ name }) => name);
  const value = { spec: object["spec"], status: object["status"], labels, finalizers } as Record<string, JsonValue>;
  return {
    value: JSON.parse(JSON.stringify(value)) as Record<string, JsonValue>,
    owners: Object.fromEntries(owners.map(({ name, paths }) => [name, paths])),
    ...(timeless.length === 0 ? {} : { timeless }),
  };
}

export function errorResponse(
  error: string,
  causes: readonly { readonly field?: string; readonly message?: string }[] | undefined,
): StepResult {
  const texts = (causes ?? []).map(({ field = "", message = "" }) => `${field}: ${message}`).sort();
  return { error, ...(texts.length === 0 ? {} : { causes: texts }) };
}
