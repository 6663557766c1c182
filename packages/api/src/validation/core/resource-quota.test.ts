import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("ResourceQuota", () => {
  const valid = {
    apiVersion: "v1",
    kind: "ResourceQuota",
    spec: { hard: { pods: "10", "requests.cpu": "4", "count/deployments.apps": "5" }, scopes: ["NotTerminating"] },
    metadata: { name: "core-resourcequota" },
  };
  const judged = judgeKind(valid);
  const opposites =
    'spec.scopes: Invalid value: []core.ResourceQuotaScope{"Terminating", "NotTerminating", "BestEffort", "NotBestEffort"}';
  const conflict = `${opposites}: conflicting scopes`;

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ spec: null }, []],
    [{ spec: { hard: null } }, []],
    [
      { spec: { hard: { foo: "1" } } },
      [
        "spec.hard[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.hard[foo]: Invalid value: foo: must be a standard resource for quota",
      ],
    ],
    [
      { spec: { hard: { "a b": "1" } } },
      [
        `spec.hard[a b]: Invalid value: a b: ${formats.qualified}`,
        "spec.hard[a b]: Invalid value: a b: must be a standard resource for quota",
      ],
    ],
    [{ spec: { hard: { "example.com/x": "1" } } }, []],
    [{ spec: { hard: { "requests.example.com/gpu": "1" } } }, []],
    [{ spec: { hard: { "limits.example.com/gpu": "1" } } }, []],
    [{ spec: { hard: { "kubernetes.io/x": "1" } } }, []],
    [
      { spec: { hard: { "count/x": "1.5" }, scopes: null } },
      ["spec.hard[count/x]: Invalid value: quantity 1.5: must be an integer"],
    ],
    [{ spec: { hard: { pods: "1.5" } } }, ["spec.hard[pods]: Invalid value: quantity 1.5: must be an integer"]],
    [
      {
        spec: {
          hard: {
            "gold.storageclass.storage.k8s.io/requests.storage": "1",
            "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1.5",
          },
          scopes: null,
        },
      },
      [
        "spec.hard[gold.storageclass.storage.k8s.io/persistentvolumeclaims]: Invalid value: quantity 1.5: must be an integer",
      ],
    ],
    [
      { spec: { hard: { "hugepages-2Mi": "1", "requests.hugepages-2Mi": "1", storage: "1" }, scopes: null } },
      ["spec.hard[storage]: Invalid value: storage: must be a standard resource for quota"],
    ],
    [{ spec: { hard: { "requests.memory": "1500m" } } }, []],
    [{ spec: { scopes: ["x"] } }, ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"x"}: unsupported scope']],
    [
      { spec: { scopes: ["BestEffort", "NotBestEffort"] } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort"}: unsupported scope applied to resource',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort"}: conflicting scopes',
      ],
    ],
    [
      { spec: { scopes: ["Terminating", "NotTerminating"] } },
      ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"Terminating", "NotTerminating"}: conflicting scopes'],
    ],
    [
      { spec: { hard: { pods: "1" }, scopes: ["Terminating", "NotTerminating", "BestEffort", "NotBestEffort"] } },
      [`${opposites}: unsupported scope applied to resource`, conflict, conflict],
    ],
    [
      { spec: { hard: { cpu: "1", services: "1" }, scopes: ["BestEffort"] } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: unsupported scope applied to resource',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: unsupported scope applied to resource',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: unsupported scope applied to resource',
      ],
    ],
    [
      { spec: { hard: { services: "1", pods: null }, scopes: ["NotTerminating", "PriorityClass", "x"] } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"NotTerminating", "PriorityClass", "x"}: unsupported scope applied to resource',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"NotTerminating", "PriorityClass", "x"}: unsupported scope applied to resource',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"NotTerminating", "PriorityClass", "x"}: unsupported scope',
      ],
    ],
    [{ spec: { scopes: [] } }, []],
    [
      { spec: { hard: { pods: null, "requests.cpu": null, services: "1" }, scopes: ["CrossNamespacePodAffinity"] } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"CrossNamespacePodAffinity"}: unsupported scope applied to resource',
      ],
    ],
    [
      { spec: { hard: {}, scopes: ["VolumeAttributesClass"] } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"VolumeAttributesClass"}: unsupported scope applied to resource',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"VolumeAttributesClass"}: unsupported scope applied to resource',
      ],
    ],
    [
      {
        spec: {
          hard: { pods: null, "requests.cpu": null, "count/deployments.apps": null, persistentvolumeclaims: "1" },
          scopes: ["VolumeAttributesClass"],
        },
      },
      [],
    ],
    [{ spec: { scopes: ["NotTerminating", "NotTerminating"] } }, []],
    [
      { spec: { scopeSelector: { matchExpressions: [{ scopeName: "x", operator: "In" }] } } },
      [
        'spec.scopeSelector.matchExpressions.scopeName: Invalid value: "x": unsupported scope',
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      ],
    ],
    [
      { spec: { scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In" }] } } },
      [
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      ],
    ],
    [
      {
        spec: { scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "NotIn", values: [] }] } },
      },
      [
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      ],
    ],
    [
      {
        spec: {
          scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists", values: ["a"] }] },
        },
      },
      [
        "spec.scopeSelector.matchExpressions.values: Invalid value: []string{\"a\"}: must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      ],
    ],
    [
      {
        spec: {
          scopeSelector: {
            matchExpressions: [{ scopeName: "PriorityClass", operator: "DoesNotExist", values: ["a"] }],
          },
        },
      },
      [
        "spec.scopeSelector.matchExpressions.values: Invalid value: []string{\"a\"}: must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      ],
    ],
    [
      { spec: { scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "x" }] } } },
      ['spec.scopeSelector.matchExpressions.operator: Invalid value: "x": not a valid selector operator'],
    ],
    [
      { spec: { scopeSelector: { matchExpressions: [{ scopeName: "BestEffort", operator: "In", values: ["a"] }] } } },
      [
        'spec.scopeSelector.matchExpressions: Invalid value: {"matchExpressions":[{"scopeName":"BestEffort","operator":"In","values":["a"]}]}: unsupported scope applied to resource',
        "spec.scopeSelector.matchExpressions.operator: Invalid value: \"In\": must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
      ],
    ],
    [
      {
        spec: { scopeSelector: { matchExpressions: [{ scopeName: "BestEffort", operator: "Exists", values: ["a"] }] } },
      },
      [
        'spec.scopeSelector.matchExpressions: Invalid value: {"matchExpressions":[{"scopeName":"BestEffort","operator":"Exists","values":["a"]}]}: unsupported scope applied to resource',
        "spec.scopeSelector.matchExpressions.values: Invalid value: []string{\"a\"}: must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
      ],
    ],
    [
      { spec: { scopeSelector: { matchExpressions: [{ scopeName: "BestEffort", operator: "Exists" }] } } },
      [
        'spec.scopeSelector.matchExpressions: Invalid value: {"matchExpressions":[{"scopeName":"BestEffort","operator":"Exists"}]}: unsupported scope applied to resource',
      ],
    ],
    [
      {
        spec: {
          scopeSelector: {
            matchExpressions: [
              { scopeName: "Terminating", operator: "Exists" },
              { scopeName: "NotTerminating", operator: "Exists" },
            ],
          },
        },
      },
      [
        'spec.scopeSelector.matchExpressions: Invalid value: {"matchExpressions":[{"scopeName":"Terminating","operator":"Exists"},{"scopeName":"NotTerminating","operator":"Exists"}]}: conflicting scopes',
      ],
    ],
    [
      {
        spec: {
          scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["A b", ""] }] },
        },
      },
      [],
    ],
    [{ spec: { scopeSelector: { matchExpressions: [] } } }, []],
    [{ spec: { scopeSelector: {} } }, []],
    [
      {
        spec: {
          scopeSelector: { matchExpressions: [{ scopeName: "CrossNamespacePodAffinity", operator: "DoesNotExist" }] },
        },
      },
      [
        "spec.scopeSelector.matchExpressions.operator: Invalid value: \"DoesNotExist\": must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
      ],
    ],
    [
      { spec: { scopeSelector: { matchExpressions: [{ scopeName: "", operator: "" }] } } },
      [
        'spec.scopeSelector.matchExpressions.scopeName: Invalid value: "": unsupported scope',
        'spec.scopeSelector.matchExpressions.operator: Invalid value: "": not a valid selector operator',
      ],
    ],
    [
      {
        spec: {
          hard: { "a b": "-1" },
          scopes: ["x"],
          scopeSelector: { matchExpressions: [{ scopeName: "y", operator: "z" }] },
        },
      },
      [
        `spec.hard[a b]: Invalid value: a b: ${formats.qualified}`,
        "spec.hard[a b]: Invalid value: a b: must be a standard resource for quota",
        'spec.hard[a b]: Invalid value: "-1": must be greater than or equal to 0',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"x"}: unsupported scope',
        'spec.scopeSelector.matchExpressions.scopeName: Invalid value: "y": unsupported scope',
        'spec.scopeSelector.matchExpressions.operator: Invalid value: "z": not a valid selector operator',
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { scopes: ["BestEffort"] } },
      [
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: unsupported scope applied to resource',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: field is immutable',
      ],
    ],
    [{ spec: { scopes: null } }, ["spec.scopes: Invalid value: []core.ResourceQuotaScope(nil): field is immutable"]],
    [{ spec: { scopes: ["NotTerminating", "NotTerminating"] } }, []],
    [{ spec: { hard: { pods: "-1" } } }, ['spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0']],
    [{ spec: { hard: { pods: "11" } } }, []],
    [
      {
        spec: { scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["a"] }] } },
      },
      [],
    ],
    [{ spec: { scopeSelector: { matchExpressions: [{ scopeName: "NotTerminating", operator: "Exists" }] } } }, []],
    [
      { spec: { scopes: ["x"], hard: { foo: "1" } } },
      [
        "spec.hard[foo]: Invalid value: foo: must be a standard resource type or fully qualified",
        "spec.hard[foo]: Invalid value: foo: must be a standard resource for quota",
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"x"}: unsupported scope',
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"x"}: field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ status: { hard: {}, used: {} } }, []],
    [{ status: { used: { "example.com/x": "1", cpu: "1" } } }, []],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });

  const selectingQuota = judgeKind(
    merged(valid, {
      spec: {
        scopes: null,
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["a", "b"] }] },
      },
    }),
  );

  it.each<[object, readonly string[]]>([
    [
      {
        spec: {
          scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["b", "a"] }] },
        },
      },
      [],
    ],
    [
      {
        spec: { scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["c"] }] } },
      },
      [],
    ],
    [{ spec: { scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists" }] } } }, []],
    [{ spec: { scopeSelector: null } }, []],
    [
      { spec: { scopeSelector: { matchExpressions: [{ scopeName: "BestEffort", operator: "Exists" }] } } },
      [
        'spec.scopeSelector.matchExpressions: Invalid value: {"matchExpressions":[{"scopeName":"BestEffort","operator":"Exists"}]}: unsupported scope applied to resource',
      ],
    ],
  ])("a quota that selects by priority class updated with %j", (patch, errors) => {
    expect(selectingQuota.update(patch)).toEqual(errors);
  });

  const scopedQuota = judgeKind(merged(valid, { spec: { scopes: ["NotTerminating", "NotBestEffort"] } }));

  it.each<[object, readonly string[]]>([[{ spec: { scopes: ["NotBestEffort", "NotTerminating"] } }, []]])(
    "a quota with scopes updated with %j",
    (patch, errors) => {
      expect(scopedQuota.update(patch)).toEqual(errors);
    },
  );
});
