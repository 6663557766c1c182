import { type Dialect, type DisplayValue, displayAs, dns1123Label, quote } from "@svc/meta";
import type { nodev1 } from "@svc/types";
import { type Check, members, named, sortedKeys, text, unique } from "./common/check.ts";
import { deprecatedLabels } from "./common/deprecated-labels.ts";
import { immutable } from "./common/equal.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";
import { labels } from "./common/label-selector.ts";
import { requirements } from "./core/container-resources.ts";
import { tolerations } from "./core/tolerations.ts";

type Scheduling = nodev1.Scheduling;

const noClaims: ReadonlySet<string> = new Set();

export function nodeValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  const amounts = requirements(dialect);
  const deprecation = deprecatedLabels(dialect);
  return {
    RuntimeClass: kind<nodev1.RuntimeClass>({
      object: members<nodev1.RuntimeClass>({
        handler: text(named(dns1123Label)),
        // The overhead of each pod is bounded separately, and its errors name limits.
        overhead: ({ podFixed = {} }, at) => amounts({ limits: podFixed }, at, { claims: noClaims }),
        scheduling,
      }),
      update: (object, old, at) => immutable(object.handler, old.handler, at.field("handler")),
      warnings: ({ scheduling }) =>
        sortedKeys(scheduling?.nodeSelector ?? {}).flatMap((key) => {
          const message = deprecation(key);
          return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`];
        }),
    }),
  };
}

type Toleration = NonNullable<Scheduling["tolerations"]>[number];

const distinct = unique<Toleration>(
  ({ key = "", operator = "", value = "", effect = "" }) => JSON.stringify([key, operator, value, effect]),
  (toleration, at) => at.duplicate(shownToleration(toleration)),
);

/** A toleration as messages of the original print it, with the seconds instead of their address. */
function shownToleration({ key, operator, value, effect, tolerationSeconds }: Toleration): DisplayValue {
  const texts = Object.entries({ Key: key, Operator: operator, Value: value, Effect: effect });
  const shown = texts.map(([name, text = ""]) => `${name}:${quote(text)}`).join(", ");
  return displayAs(`core.Toleration{${shown}, TolerationSeconds:(*int64)(${tolerationSeconds ?? "nil"})}`);
}

const scheduling: Check<Scheduling> = (value, at) => {
  labels(value.nodeSelector ?? {}, at.field("nodeSelector"));
  const tolerationsAt = at.field("tolerations");
  tolerations(value.tolerations ?? [], tolerationsAt.field("tolerations"));
  distinct(value.tolerations ?? [], tolerationsAt);
};
