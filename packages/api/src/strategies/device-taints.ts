import type { ApiObject } from "@svc/meta";
import type { Strategy, WriteContext } from "@svc/schema";

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
