import type { flowcontrolv1 } from "@svc/types";

/** Objects without which no request could be placed: clients may not make them anything else. */

const everything: Pick<flowcontrolv1.PolicyRulesWithSubjects, "resourceRules" | "nonResourceRules"> = {
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
};

function group(name: string): flowcontrolv1.Subject {
  return { kind: "Group", group: { name } };
}

export const exemptName = "exempt";

export const mandatoryFlowSchemas: Readonly<Record<string, flowcontrolv1.FlowSchemaSpec>> = {
  exempt: {
    priorityLevelConfiguration: { name: exemptName },
    matchingPrecedence: 1,
    rules: [{ subjects: [group("system:masters")], ...everything }],
  },
  "catch-all": {
    priorityLevelConfiguration: { name: "catch-all" },
    matchingPrecedence: 10_000,
    distinguisherMethod: { type: "ByUser" },
    rules: [{ subjects: [group("system:unauthenticated"), group("system:authenticated")], ...everything }],
  },
};

export const mandatoryPriorityLevels: Readonly<Record<string, flowcontrolv1.PriorityLevelConfigurationSpec>> = {
  exempt: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  "catch-all": {
    type: "Limited",
    limited: { nominalConcurrencyShares: 5, limitResponse: { type: "Reject" }, lendablePercent: 0 },
  },
};
