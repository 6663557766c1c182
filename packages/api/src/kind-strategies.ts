import type { Dialect } from "@svc/meta";
import type { ResourceDefinition } from "@svc/schema";
import type { KindParts } from "./kind-parts.ts";
import type { ResourceFacts, ResourceRow } from "./resource-facts.ts";
import { dropGated } from "./strategies/gated-fields.ts";
import { kindStrategies } from "./strategies/kinds.ts";
import { resetFieldsByKind } from "./strategies/reset-fields.ts";
import { clientMetadata, type MetadataField } from "./strategies/status.ts";
import { strategyOf } from "./strategies/strategy-of.ts";

/** Returns the strategy of a kind, from the row of its most preferred version. */
export type KindStrategies = (main: ResourceRow) => ResourceDefinition["strategy"];

interface KindTables {
  readonly facts: ResourceFacts;
  readonly parts: KindParts;
}

/** Combines the tables' facts about a kind with the strategy in code. */
export function createKindStrategies(dialect: Dialect, { facts, parts }: KindTables): KindStrategies {
  const strategies = kindStrategies(dialect);
  const resetFields = resetFieldsByKind(dialect);
  return (main) => {
    const { group, kind, singular, subresources = [] } = main;
    const family = main.schema.slice(0, main.schema.indexOf("/"));
    const names = [
      `${family}/${kind.toLowerCase()}`,
      `${family}/${singular}`,
      `${family}/${singular.replace(/s$/, "")}`,
    ];
    return strategyOf({
      row:
        facts.strategies.find((s) => names.includes(s.resource)) ??
        facts.strategies.find((s) => `${family}/${main.resource}`.endsWith(s.resource)),
      hasStatus: subresources.some((s) => s.name === "status"),
      statusMetadata: statusMetadataOf(kind, facts),
      kind: strategies[`${group}/${kind}`] ?? {},
      resetFields: resetFields[`${group}/${kind}`],
      validation: parts.validationOf(group, kind),
      dropGated: dropGated(group, kind),
    });
  };
}

function statusMetadataOf(kind: string, { statusMetadata }: ResourceFacts): readonly MetadataField[] {
  const row = statusMetadata.find(({ kinds }) => kinds.some((k) => k.split(" (")[0] === kind));
  return row?.changes ?? clientMetadata;
}
