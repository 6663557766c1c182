import { sampleType } from "./sample-type.ts";
import type { DefinitionSourceCase, SourceStage } from "./source-case.ts";

const [widget, newWidget] = [sampleType("Widget", 1), sampleType("Widget", 2)];
const [gadget, newGadget] = [sampleType("Gadget", 1), sampleType("Gadget", 2)];
const policy = sampleType("Policy", 1);

/** The cases of the conformance suite, for any source of definitions. */
export const definitionSourceCases: readonly DefinitionSourceCase[] = [
  {
    name: "all types are passed before follow resolves",
    law: "complete",
    run: async ({ write, followed }) => {
      await write([widget, gadget, policy]);
      (await followed()).expect("widgetr1", "gadgetr1", "policyr1");
    },
  },
  {
    name: "an origin without types is followed, too",
    law: "complete",
    run: async ({ write, followed }) => {
      await write([]);
      const follower = await followed();
      follower.expect();
      await write([widget]);
      await follower.until("widgetr1");
    },
  },
  {
    name: "types that come, change and go are passed",
    law: "current",
    run: async ({ write, followed }) => {
      await write([widget]);
      const follower = await followed();
      await write([widget, gadget]);
      await follower.until("widgetr1", "gadgetr1");
      await write([newWidget, gadget]);
      await follower.until("widgetr2", "gadgetr1");
      await write([newWidget]);
      await follower.until("widgetr2");
      await write([]);
      await follower.until();
      await write([widget]);
      await follower.until("widgetr1");
    },
  },
  {
    name: "the last of several quick changes wins",
    law: "current",
    run: async ({ write, followed }) => {
      await write([widget, gadget]);
      const follower = await followed();
      for (let round = 0; round < 10; round++) {
        await write([newWidget, gadget]);
        await write([widget]);
      }
      await write([newWidget, policy]);
      await follower.until("widgetr2", "policyr1");
      // What is still under way would take it back.
      await write([newWidget, policy, newGadget]);
      await follower.until("widgetr2", "policyr1", "gadgetr2");
    },
  },
  { name: "a change of one type does not pass another", law: "quiet", run: quietOthers },
  { name: "types that are written again are not passed again", law: "quiet", run: quietRewrites },
  {
    name: "each follower has all types, and ends alone",
    law: "independent",
    run: async ({ write, followed }) => {
      await write([widget]);
      const [first, second] = [await followed(), await followed()];
      first.expect("widgetr1");
      second.expect("widgetr1");
      await write([newWidget]);
      await Promise.all([first.until("widgetr2"), second.until("widgetr2")]);
      first.end();
      await write([newWidget, gadget]);
      await second.until("widgetr2", "gadgetr1");
    },
  },
  {
    name: "it can be followed again after an end",
    law: "independent",
    run: async ({ write, followed }) => {
      await write([widget, gadget]);
      (await followed()).end();
      await write([newWidget, gadget]);
      const again = await followed();
      again.expect("widgetr2", "gadgetr1");
      await write([gadget]);
      await again.until("gadgetr1");
    },
  },
  {
    name: "nothing is passed after the end",
    law: "ended",
    run: async ({ write, followed }) => {
      await write([widget]);
      const [ended, witness] = [await followed(), await followed()];
      ended.end();
      const { calls } = ended;
      await write([newWidget, gadget]);
      await witness.until("widgetr2", "gadgetr1");
      await write([gadget]);
      await witness.until("gadgetr1");
      if (ended.calls !== calls) throw new Error(`define was called ${ended.calls - calls} times after the end`);
    },
  },
  {
    name: "schemas have the markers of the sink's dialect",
    law: "faithful",
    run: async ({ write, followed }) => {
      await write([widget]);
      const [version] = (await followed()).definition("widgetr1").versions;
      const tags = version?.schema.byName.get("tags")?.schema;
      if (tags?.type !== "list" || tags.listType !== "set")
        throw new Error("the list tags of widgets is no set: x-kubernetes-list-type is not read");
    },
  },
  { name: "an unreadable type takes nothing away", law: "robust", run: damaged },
];

async function quietOthers({ write, followed }: SourceStage): Promise<void> {
  await write([widget, gadget]);
  const follower = await followed();
  const before = follower.definition("gadgetr1");
  await write([newWidget, gadget, policy]);
  await follower.until("widgetr2", "gadgetr1", "policyr1");
  await write([gadget]);
  await follower.until("gadgetr1");
  if (follower.definition("gadgetr1") !== before)
    throw new Error("gadgets, which did not change, have another definition: use a part of its own for each type");
}

async function quietRewrites({ write, followed }: SourceStage): Promise<void> {
  await write([widget]);
  const follower = await followed();
  const before = follower.definition("widgetr1");
  await write([widget]);
  await write([widget, gadget]);
  await follower.until("widgetr1", "gadgetr1");
  if (follower.definition("widgetr1") !== before)
    throw new Error("widgets, which were written again as they were, have another definition");
}

async function damaged({ write, damage, followed }: SourceStage): Promise<void> {
  if (damage === undefined) return;
  await write([widget, gadget]);
  const follower = await followed();
  const known = follower.history.length;
  await damage(widget);
  await write([widget, newGadget]);
  await follower.until("widgetr1", "gadgetr2");
  const lost = follower.history.slice(known).find((names) => !names.includes("widget"));
  if (lost !== undefined) throw new Error(`served while widgets were unreadable: ${lost || "nothing"}`);
}
