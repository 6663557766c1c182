import type { Dialect } from "@svc/meta";

/** An object of flow control that is there from the beginning. */
export interface DefaultObject {
  readonly name: string;
  /** True for an object that clients may not change: without it some request had no place. */
  readonly mandatory: boolean;
  readonly spec: Readonly<Record<string, unknown>>;
}

interface Queuing {
  readonly shares: number;
  /** In percent. */
  readonly lendable: number;
  readonly queues: number;
  readonly handSize: number;
}

/** The priority levels that every server has. */
export function defaultPriorityLevels(): readonly DefaultObject[] {
  const queueing = (name: string, { shares, lendable, queues, handSize }: Queuing): DefaultObject => ({
    name,
    mandatory: false,
    spec: {
      type: "Limited",
      limited: {
        nominalConcurrencyShares: shares,
        lendablePercent: lendable,
        limitResponse: { type: "Queue", queuing: { queues, handSize, queueLengthLimit: 50 } },
      },
    },
  });
  return [
    queueing("system", { shares: 30, lendable: 33, queues: 64, handSize: 6 }),
    queueing("node-high", { shares: 40, lendable: 25, queues: 64, handSize: 6 }),
    queueing("leader-election", { shares: 10, lendable: 0, queues: 16, handSize: 4 }),
    queueing("workload-high", { shares: 40, lendable: 50, queues: 128, handSize: 6 }),
    queueing("workload-low", { shares: 100, lendable: 90, queues: 128, handSize: 6 }),
    queueing("global-default", { shares: 20, lendable: 50, queues: 128, handSize: 6 }),
    {
      name: "exempt",
      mandatory: true,
      spec: { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
    },
    {
      name: "catch-all",
      mandatory: true,
      spec: {
        type: "Limited",
        limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: "Reject" } },
      },
    },
  ];
}

type Subject = Readonly<Record<string, unknown>>;
type Rule = Readonly<Record<string, unknown>>;

const group = (name: string): Subject => ({ kind: "Group", group: { name } });
const user = (name: string): Subject => ({ kind: "User", user: { name } });
const everybody: readonly Subject[] = [group("system:unauthenticated"), group("system:authenticated")];

const resources = (verbs: readonly string[], apiGroup: string, names: readonly string[]): Rule => ({
  verbs,
  apiGroups: [apiGroup],
  resources: names,
  namespaces: ["*"],
});

const paths = (verb: string, nonResourceURLs: readonly string[]): Rule => ({ verbs: [verb], nonResourceURLs });
const anything = {
  resourceRules: [{ ...resources(["*"], "*", ["*"]), clusterScope: true }],
  nonResourceRules: [paths("*", ["*"])],
} as const;
const maintenance = ["get", "create", "update"] as const;

/** Which requests belong to which level; the first that matches counts. */
export function defaultFlowSchemas({ expand, namespaces }: Dialect): readonly DefaultObject[] {
  const account = (name: string): Subject => ({
    kind: "ServiceAccount",
    serviceAccount: { namespace: namespaces.system, name },
  });
  const leases = resources(maintenance, expand("coordination.{api}"), ["leases"]);
  const controllerManager = expand("{system}-controller-manager");
  const scheduler = expand("{system}-scheduler");
  const schema = (
    name: string,
    [level, matchingPrecedence, distinguisher]: readonly [string, number, ("ByUser" | "ByNamespace")?],
    rule: Rule,
  ): DefaultObject => ({
    name,
    mandatory: name === "exempt" || name === "catch-all",
    spec: {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence,
      ...(distinguisher === undefined ? {} : { distinguisherMethod: { type: distinguisher } }),
      rules: [rule],
    },
  });
  return [
    schema("system-nodes", ["system", 500, "ByUser"], { subjects: [group("system:nodes")], ...anything }),
    schema("system-node-high", ["node-high", 400, "ByUser"], {
      subjects: [group("system:nodes")],
      resourceRules: [
        { ...resources(["*"], "", ["nodes", "nodes/status"]), clusterScope: true },
        resources(["*"], expand("coordination.{api}"), ["leases"]),
      ],
    }),
    schema("probes", ["exempt", 2], {
      subjects: everybody,
      nonResourceRules: [paths("get", ["/healthz", "/readyz", "/livez"])],
    }),
    schema("system-leader-election", ["leader-election", 100, "ByUser"], {
      subjects: [user(`system:${controllerManager}`), user(`system:${scheduler}`), account("*")],
      resourceRules: [leases],
    }),
    schema("workload-leader-election", ["leader-election", 200, "ByUser"], {
      subjects: [account("*")],
      resourceRules: [resources(maintenance, "", ["endpoints", "configmaps"]), leases],
    }),
    schema("endpoint-controller", ["workload-high", 150, "ByUser"], {
      subjects: [
        user(`system:${controllerManager}`),
        account("endpoint-controller"),
        account("endpointslicemirroring-controller"),
      ],
      resourceRules: [resources(maintenance, "", ["endpoints"])],
    }),
    schema(controllerManager, ["workload-high", 800, "ByNamespace"], {
      subjects: [user(`system:${controllerManager}`)],
      ...anything,
    }),
    schema(scheduler, ["workload-high", 800, "ByNamespace"], { subjects: [user(`system:${scheduler}`)], ...anything }),
    schema(`${namespaces.system}-service-accounts`, ["workload-high", 900, "ByNamespace"], {
      subjects: [account("*")],
      ...anything,
    }),
    schema("service-accounts", ["workload-low", 9000, "ByUser"], {
      subjects: [group("system:serviceaccounts")],
      ...anything,
    }),
    schema("global-default", ["global-default", 9900, "ByUser"], { subjects: everybody, ...anything }),
    schema("exempt", ["exempt", 1], { subjects: [group("system:masters")], ...anything }),
    schema("catch-all", ["catch-all", 10000, "ByUser"], { subjects: everybody, ...anything }),
  ];
}
