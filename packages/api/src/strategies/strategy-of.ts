import { type ApiObject, dns1123Subdomain } from "@svc/meta";
import type { Strategy, SubresourceStrategy } from "@svc/schema";
import type { KindValidation } from "../validation/kind-validation.ts";
import type { KindStrategy } from "./kinds.ts";
import { type MetadataField, partOf, restore } from "./status.ts";

/** A row of the table of update strategies. */
export interface StrategyRow {
  readonly resource: string;
  readonly createOnUpdate: boolean;
  readonly unconditionalUpdate: boolean;
  readonly generation: boolean;
}

export interface StrategyParts {
  readonly row: StrategyRow | undefined;
  readonly hasStatus: boolean;
  /** What a write of the status may change of metadata. */
  readonly statusMetadata: readonly MetadataField[];
  readonly kind: KindStrategy;
  readonly validation: KindValidation | undefined;
}

/** Puts a kind's strategy together from the tables, from what is special about it, and from its validation. */
export function strategyOf({ row, hasStatus, statusMetadata, kind, validation }: StrategyParts): Strategy {
  const status: Readonly<Record<string, SubresourceStrategy>> = hasStatus
    ? { status: partOf(["status"], statusMetadata) }
    : {};
  const subresources: Record<string, SubresourceStrategy> = { ...status, ...kind.subresources };
  for (const [name, strategy] of Object.entries(subresources)) {
    const validate = validation?.subresources?.[name];
    const warnings = validation?.subresourceWarnings?.[name];
    subresources[name] = {
      ...strategy,
      ...(validate === undefined ? {} : { validateUpdate: validate }),
      ...(warnings === undefined ? {} : { warnings }),
    };
  }
  return {
    nameRule: dns1123Subdomain,
    allowCreateOnUpdate: row?.createOnUpdate ?? false,
    allowUnconditionalUpdate: row?.unconditionalUpdate ?? true,
    generation: row?.generation === true ? "spec" : "none",
    ...(hasStatus ? { prepareCreate: clearStatus, prepareUpdate: keepStatus } : {}),
    ...(validation?.create === undefined ? {} : { validateCreate: validation.create }),
    ...(validation?.update === undefined ? {} : { validateUpdate: validation.update }),
    ...(validation?.warnings === undefined ? {} : { warnings: validation.warnings }),
    ...kind,
    subresources,
  };
}

function clearStatus(object: ApiObject): void {
  object["status"] = {};
}

function keepStatus(object: ApiObject, old: ApiObject): void {
  restore(object, old, "status");
}
