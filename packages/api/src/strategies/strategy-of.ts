import { type ApiObject, dns1123Subdomain } from "@svc/meta";
import type { Strategy, SubresourceStrategy } from "@svc/schema";
import { writtenAlike } from "../validation/common/equal.ts";
import type { KindValidation } from "../validation/common/kind-validation.ts";
import type { DropGated } from "./gated-fields.ts";
import type { KindStrategy } from "./kind-strategy.ts";
import { type MetadataField, partOf, restore } from "./status.ts";

/** A row of the table of update strategies. */
export interface StrategyRow {
  readonly resource: string;
  readonly createOnUpdate: boolean;
  readonly unconditionalUpdate: boolean;
  readonly generation: boolean;
}

interface StrategyParts {
  readonly row: StrategyRow | undefined;
  readonly hasStatus: boolean;
  /** The fields of metadata that a write of the status may change. */
  readonly statusMetadata: readonly MetadataField[];
  readonly kind: KindStrategy;
  readonly validation: KindValidation | undefined;
  /** Drops the fields of disabled gates. */
  readonly dropGated: DropGated | undefined;
  readonly resetFields: Strategy["resetFields"];
}

/** Combines the facts about a kind, its special strategy and its validation. */
export function strategyOf({
  row,
  hasStatus,
  statusMetadata,
  kind,
  validation,
  dropGated,
  resetFields,
}: StrategyParts): Strategy {
  const status: Readonly<Record<string, SubresourceStrategy>> = hasStatus
    ? { status: partOf(["status"], statusMetadata, { keepsGeneration: true }) }
    : {};
  const subresources = Object.fromEntries(
    Object.entries<SubresourceStrategy>({ ...status, ...kind.subresources }).map(([name, strategy]) => {
      const validate = validation?.subresources?.[name];
      const warnings = validation?.subresourceWarnings?.[name];
      const whole: SubresourceStrategy = {
        ...strategy,
        prepareUpdate: after(strategy.prepareUpdate, dropGated),
        ...(validate === undefined ? {} : { validateUpdate: validate }),
        ...(warnings === undefined ? {} : { warnings }),
      };
      return [name, whole];
    }),
  );
  const prepareCreate = kind.prepareCreate ?? (hasStatus ? clearStatus : undefined);
  const prepareUpdate = kind.prepareUpdate ?? (hasStatus ? keepStatus : undefined);
  return {
    nameRule: dns1123Subdomain,
    allowCreateOnUpdate: row?.createOnUpdate ?? false,
    allowUnconditionalUpdate: row?.unconditionalUpdate ?? true,
    generation: row?.generation === true ? (object, old) => !writtenAlike(object["spec"], old["spec"]) : "none",
    ...(resetFields === undefined ? {} : { resetFields }),
    ...(validation?.create === undefined ? {} : { validateCreate: validation.create }),
    ...(validation?.update === undefined ? {} : { validateUpdate: validation.update }),
    ...(validation?.warnings === undefined ? {} : { warnings: validation.warnings }),
    ...kind,
    ...(prepareCreate === undefined && dropGated === undefined
      ? {}
      : {
          prepareCreate: (object, context) => {
            dropGated?.(object, undefined, context.gates);
            prepareCreate?.(object, context);
          },
          prepareUpdate: after(prepareUpdate, dropGated),
        }),
    subresources,
  };
}

/** Fields that are restored from the old object stay, whatever the gates. */
function after(
  prepare: SubresourceStrategy["prepareUpdate"] | undefined,
  dropGated: DropGated | undefined,
): SubresourceStrategy["prepareUpdate"] {
  if (dropGated === undefined && prepare !== undefined) return prepare;
  return (object, old, context) => {
    prepare?.(object, old, context);
    dropGated?.(object, old, context.gates);
  };
}

function clearStatus(object: ApiObject): void {
  object["status"] = {};
}

function keepStatus(object: ApiObject, old: ApiObject): void {
  restore(object, old, "status");
}
