/**
 * A program to be killed: opens the store in the given directory, and writes to it from 64 writers
 * until it dies.
 */
import { openSync, writeSync } from "node:fs";
import type { Guard, Revision, Write } from "../../storage.ts";
import { openEmbeddedStorage } from "../index.ts";
import { counterKey, counterValue, countOf, encodeAcknowledgement, flickerKey, writers } from "./crash-protocol.ts";

const [dir = "", segmentBytes = "", acknowledgements = ""] = process.argv.slice(2);
const storage = await openEmbeddedStorage({ dir, compaction: false, segmentBytes: Number(segmentBytes) });
// Written to a file, not a pipe: a file keeps its content even if the writer is killed.
const acknowledged = openSync(acknowledgements, "a");
let compacted = 0;
process.stdout.write("ready\n");

async function work(writer: number): Promise<never> {
  const { entry } = await storage.get(counterKey(writer));
  let count = entry === undefined ? 0 : countOf(entry.value);
  let last = entry?.revision;
  for (;;) {
    count++;
    const flicker: Write =
      count % 3 === 0
        ? { op: "delete", key: flickerKey(writer) }
        : { op: "put", key: flickerKey(writer), value: Buffer.from(String(count)) };
    const guard: Guard = last ?? "absent";
    const counter: Write = { op: "put", key: counterKey(writer), value: counterValue(writer, count), guard };
    const result = await storage.commit([counter, flicker]);
    if (!result.ok) throw new Error(`writer ${writer} lost although no other client writes its key`);
    last = result.revision;
    writeSync(acknowledged, encodeAcknowledgement({ writer, count, revision: last, compacted }));
  }
}

/** Compacts history while it is written, so that segments are rewritten, too. */
async function compact(): Promise<never> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const revision = Math.max(1, storage.currentRevision() - 500) as Revision;
    compacted = Math.max(compacted, revision);
    await storage.compact(revision);
  }
}

await Promise.all([compact(), ...Array.from({ length: writers }, (_, writer) => work(writer))]);
