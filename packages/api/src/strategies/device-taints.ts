import type { ApiObject } from "@svc/meta";
import type { Strategy, WriteContext } from "@svc/schema";
import { same } from "../validation/common/equal.ts";

interface Taint {
  timeAdded?: string | null;
}

interface Tainted extends ApiObject {
  readonly spec?: {
    readonly taint?: Taint;
    readonly devices?: readonly { readonly taints?: readonly Taint[] }[] | null;
  };
}

/** A taint without a time gets the current time. */
function date({ spec = {} }: Tainted, { now }: Pick<WriteContext, "now">): void {
  const taints = [spec.taint ?? [], (spec.devices ?? []).map(({ taints: list = [] }) => list)].flat(2);
  for (const taint of taints) taint.timeAdded ??= now;
}

export const deviceTaints: Partial<Strategy> = {
  prepareCreate: date,
  prepareUpdate: (object, _old, context) => date(object, context),
};

/** The generation also counts changes of fields that are dropped for their feature gate. */
export const resourceSlice: Partial<Strategy> = {
  generation: "none",
  prepareCreate: (object, context) => {
    object.metadata.generation = 1;
    date(object, context);
  },
  prepareUpdate: (object: Tainted, old: Tainted, context) => {
    date(object, context);
    if (!same(object.spec, old.spec)) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
  },
};
