import { commonDescriptions, type TypeDescription, type TypeDescriptions } from "@svc/schema";
import { accessDescriptions } from "./access.ts";
import { batchDescriptions } from "./batch.ts";
import { conditionDescriptions } from "./conditions.ts";
import { containerDescriptions } from "./containers.ts";
import { extensionDescriptions } from "./extensions.ts";
import { kindDescriptions } from "./kinds.ts";
import { networkDescriptions } from "./networking.ts";
import { nodeDescriptions } from "./nodes.ts";
import { podDescriptions } from "./pods.ts";
import { referenceDescriptions } from "./references.ts";
import { scalingDescriptions } from "./scaling.ts";
import { specDescriptions } from "./specs.ts";
import { workloadDescriptions } from "./workloads.ts";

/**
 * Descriptions of the built-in types, by the name of the type. All versions of a type share one.
 */
export const descriptions: TypeDescriptions = {
  ...containerDescriptions,
  ...extensionDescriptions,
  ...commonDescriptions,
  ...networkDescriptions,
  ...nodeDescriptions,
  ...podDescriptions,
  ...accessDescriptions,
  ...workloadDescriptions,
  ...conditionDescriptions,
  ...batchDescriptions,
  ...scalingDescriptions,
  ...referenceDescriptions,
  ...specDescriptions,
  ...kindDescriptions,
};

/** Returns the description of the type `name`, or undefined where there is none. */
export function descriptionOf(name: string): TypeDescription | undefined {
  return descriptions[name];
}
