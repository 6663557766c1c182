import type { flowcontrolv1 } from "@svc/types";
import { type Check, members, oneOf } from "../common/check.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { inRange } from "../common/number.ts";
import { conditionTypes } from "./condition-types.ts";
import { exemptName, mandatoryPriorityLevels } from "./mandatory.ts";

const maxQueues = 10_000_000;
/** A hand of queues is dealt by the bits of one hash of 64. */
const maxEntropyBits = 60;

const shares: Check<number> = (value, at) => {
  if (value < 0) at.invalid(value, "must be a non-negative integer");
};
const percentage = inRange(0, 100);

const mustBePositive: Check<number> = (value, at) => {
  if (value <= 0) at.invalid(value, "must be positive");
};

const queuing: Check<flowcontrolv1.QueuingConfiguration> = (value, at) => {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = value;
  mustBePositive(queueLengthLimit, at.field("queueLengthLimit"));
  mustBePositive(queues, at.field("queues"));
  if (queues > maxQueues) at.field("queues").invalid(queues, `must not be greater than ${maxQueues}`);
  const hand = at.field("handSize");
  mustBePositive(handSize, hand);
  if (handSize <= 0) return;
  if (handSize > queues) hand.invalid(handSize, `should not be greater than queues (${queues})`);
  else if (Math.ceil(Math.log2(queues) * handSize) > maxEntropyBits)
    hand.invalid(
      handSize,
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${maxEntropyBits}`,
    );
};

const responseType = oneOf("Queue", "Reject");

const limitResponse: Check<flowcontrolv1.LimitResponse> = ({ type = "", queuing: queues }, at) => {
  const queuingAt = at.field("queuing");
  if (type === "Queue") {
    if (queues === undefined) queuingAt.required("must not be empty if limited.limitResponse.type is Limited");
    else queuing(queues, queuingAt);
  } else if (type === "Reject") {
    if (queues !== undefined) queuingAt.forbidden("must be nil if limited.limitResponse.type is not Limited");
  } else responseType(type, at.field("type"));
};

const limited: Check<flowcontrolv1.LimitedPriorityLevelConfiguration> =
  members<flowcontrolv1.LimitedPriorityLevelConfiguration>({
    nominalConcurrencyShares: shares,
    limitResponse,
    lendablePercent: percentage,
    borrowingLimitPercent: (value, at) => {
      if (value < 0) at.invalid(value, "if specified, must be a non-negative integer");
    },
  });

const exempt: Check<flowcontrolv1.ExemptPriorityLevelConfiguration> =
  members<flowcontrolv1.ExemptPriorityLevelConfiguration>({
    nominalConcurrencyShares: shares,
    lendablePercent: percentage,
  });

const levelType = oneOf("Exempt", "Limited");

function spec(value: flowcontrolv1.PriorityLevelConfigurationSpec, name: string, at: FieldPath): void {
  const { type = "" } = value;
  if ((type === "Exempt") !== (name === exemptName))
    at.field("type").invalid(type, "type must be 'Exempt' if and only if name is 'exempt'");
  if (type === "Exempt") {
    if (value.limited !== undefined) at.field("limited").forbidden("must be nil if the type is not Limited");
    if (value.exempt !== undefined) exempt(value.exempt, at.field("exempt"));
  } else if (type === "Limited") {
    if (value.exempt !== undefined) at.field("exempt").forbidden("must be nil if the type is Limited");
    if (value.limited === undefined) at.field("limited").required("must not be empty when type is Limited");
    else limited(value.limited, at.field("limited"));
  } else levelType(type, at.field("type"));
}

/** Of the level that is exempt only the shares may be set; of the other fixed one nothing. */
function fixedSpec(value: flowcontrolv1.PriorityLevelConfigurationSpec, name: string, at: FieldPath): void {
  const fixed = Object.hasOwn(mandatoryPriorityLevels, name) ? mandatoryPriorityLevels[name] : undefined;
  if (fixed === undefined) return;
  if (name !== exemptName) {
    if (!same(value, fixed)) at.invalid(value, `spec of '${name}' must equal the fixed value`);
  } else if (!same({ ...value, exempt: undefined }, { ...fixed, exempt: undefined }))
    at.invalid(value, `spec of '${name}' except the 'spec.exempt' field must equal the fixed value`);
}

export const priorityLevel: KindValidation = kind<flowcontrolv1.PriorityLevelConfiguration>({
  object: (object, at) => {
    const name = object.metadata?.name ?? "";
    const value = object.spec ?? { type: "" };
    spec(value, name, at.field("spec"));
    fixedSpec(value, name, at.field("spec"));
  },
  subresources: {
    status: ({ status }, _old, at) => conditionTypes(status?.conditions ?? [], at.field("status").field("conditions")),
  },
});
