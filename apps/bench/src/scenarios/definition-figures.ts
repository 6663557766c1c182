import { join } from "node:path";
import type { Dialect } from "@svc/meta";
import { type Client, openClient, rest } from "../client/definition-client.ts";
import { monotonicMs } from "../figures/clock.ts";
import { cpuMs, residentBytes } from "../figures/process-figures.ts";
import { median } from "../figures/statistics.ts";
import { type BodyForm, definitionBody, definitionsIn } from "../objects/definition-files.ts";
import { namespaces } from "../objects/objects.ts";
import { makeNamespace } from "../objects/prepare.ts";
import { definitionsPath } from "../objects/prepare-types.ts";
import { widgetDefinition, widgetGroup } from "../objects/widgets.ts";
import type { ServerProgram } from "../servers/server.ts";
import { inFolder } from "./process-scenarios.ts";

interface FirstObjectFigures {
  readonly scenario: "first-object";
  readonly server: string;
  /** Definitions that were there before. */
  readonly definitions: number;
  /**
   * From the create of a definition to the create of its first object, by a client that retries
   * without a pause.
   */
  readonly p50Ms: number;
  readonly maxMs: number;
  /** CPU time of the server for each definition with its object, retries included. */
  readonly cpuMs: number;
}

const firstObjectRounds = 15;

/** From a definition to its first object, beside so many other definitions. */
export function measureFirstObject(
  program: ServerProgram,
  { definitions, dialect }: { readonly definitions: number; readonly dialect: Dialect },
): Promise<FirstObjectFigures> {
  return inFolder(async (dir) => {
    const { admin, pids, stop } = await program.start(dir);
    const client = await openClient(admin);
    try {
      await makeNamespace(admin, namespaces.written);
      await define(client, dialect, definitions);
      const cpuBefore = cpuMs(pids);
      const times: number[] = [];
      for (let i = 0; i < firstObjectRounds; i++) times.push(await firstObject(client, dialect, `first${i}`));
      const [p50Ms, maxMs] = [median(times), Math.max(...times)];
      const cpuEach = (cpuMs(pids) - cpuBefore) / firstObjectRounds;
      return { scenario: "first-object", server: program.name, definitions, p50Ms, maxMs, cpuMs: cpuEach };
    } finally {
      client.close();
      await stop();
    }
  });
}

async function firstObject(client: Client, dialect: Dialect, plural: string): Promise<number> {
  const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1)}Kind`;
  const object = { apiVersion: `${widgetGroup}/v1`, kind, metadata: { name: "a" }, spec: { section0: {} } };
  const path = `/apis/${widgetGroup}/v1/namespaces/${namespaces.written}/${plural}`;
  const begunMs = monotonicMs();
  await client.make({ method: "POST", path: definitionsPath(dialect), body: widgetDefinition(dialect, plural) });
  const request = { method: "POST", path, body: JSON.stringify(object) };
  for (;;) {
    const { status, body } = await client.send(request);
    if (status === 201) return monotonicMs() - begunMs;
    if (status !== 404 && status !== 429) throw new Error(`POST ${path}: ${status}: ${body.toString().slice(0, 300)}`);
  }
}

interface TakenInFigures {
  readonly scenario: "definitions";
  readonly server: string;
  readonly form: BodyForm;
  /** Of the bodies that were sent. */
  readonly sentMegabytes: number;
  /** That the server took. */
  readonly taken: number;
  readonly refused: number;
  readonly cpuMs: number;
  readonly elapsedMs: number;
  readonly idleMegabytes: number;
  readonly filledMegabytes: number;
}

interface TakeInOptions {
  readonly files: readonly string[];
  readonly count: number;
  readonly form: BodyForm;
  readonly restMs: number;
}

/**
 * CPU and memory to accept definitions of projects, until all are established. If more are
 * requested than the files have, the files' definitions are repeated under other groups.
 */
export function measureTakingIn(
  program: ServerProgram,
  { files, count, form, restMs, dialect }: TakeInOptions & { readonly dialect: Dialect },
): Promise<TakenInFigures> {
  return inFolder(async (dir) => {
    const documents = await definitionsIn(files);
    const { admin, pids, stop } = await program.start(dir);
    const client = await openClient(admin);
    try {
      await rest(restMs);
      const [idle, cpuBefore, begunMs] = [residentBytes(pids), cpuMs(pids), monotonicMs()];
      let [taken, sentBytes, last] = [0, 0, ""];
      for (let i = 0; i < count; i++) {
        const document = documents[i % documents.length]!;
        const { name, type, body } = definitionBody(document, { form, time: Math.floor(i / documents.length) });
        sentBytes += Buffer.byteLength(body);
        const { status } = await client.send({ method: "POST", path: definitionsPath(dialect), type, body });
        if (status !== 201) continue;
        taken++;
        last = name;
      }
      await client.untilEstablished(`${definitionsPath(dialect)}/${last}`);
      const elapsedMs = monotonicMs() - begunMs;
      await rest(restMs);
      return {
        scenario: "definitions",
        server: program.name,
        form,
        sentMegabytes: sentBytes / 1e6,
        taken,
        refused: count - taken,
        cpuMs: cpuMs(pids) - cpuBefore,
        elapsedMs,
        idleMegabytes: idle / 1e6,
        filledMegabytes: residentBytes(pids) / 1e6,
      };
    } finally {
      client.close();
      await stop();
    }
  });
}

interface StartWithFigures {
  readonly scenario: "start-with-definitions";
  readonly server: string;
  readonly definitions: number;
  readonly emptyMs: number;
  readonly readyMs: number;
}

/** Measures the start of a server with a number of definitions in its store. */
export function measureStartWith(
  program: ServerProgram,
  { definitions, dialect }: { readonly definitions: number; readonly dialect: Dialect },
): Promise<StartWithFigures> {
  return inFolder(async (dir) => {
    const folder = join(dir, "server");
    const first = await program.start(folder);
    await first.stop();
    const again = await program.start(folder);
    const client = await openClient(again.admin);
    await define(client, dialect, definitions);
    client.close();
    await again.stop();
    const { startMs, stop } = await program.start(folder);
    await stop();
    const figures = { definitions, emptyMs: again.startMs, readyMs: startMs };
    return { scenario: "start-with-definitions", server: program.name, ...figures };
  });
}

/** Makes so many definitions of 30 KB, and waits for the last. */
async function define(client: Client, dialect: Dialect, count: number): Promise<void> {
  const path = definitionsPath(dialect);
  for (let i = 0; i < count; i++)
    await client.make({ method: "POST", path, body: widgetDefinition(dialect, `other${i}`) });
  if (count > 0) await client.untilEstablished(`${path}/other${count - 1}.${widgetGroup}`);
}
