import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";
import { podWarnings } from "./pod-warnings.ts";

describe("clients of pods", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: { ...podSpec, enableServiceLinks: true },
  });

  it.each<[object, readonly string[]]>([
    [
      {
        metadata: {
          annotations: {
            "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
            "container.seccomp.security.alpha.kubernetes.io/c": "unconfined",
          },
        },
        spec: { securityContext: { seccompProfile: { type: "Unconfined" } } },
      },
      [
        'metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: non-functional in v1.27+; use the "seccompProfile" field instead',
      ],
    ],
    [
      { metadata: { annotations: { "scheduler.alpha.kubernetes.io/critical-pod": "" } } },
      [
        'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
      ],
    ],
    [
      { metadata: { name: "a.b" } },
      [
        "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
      ],
    ],
  ])("warns of %j", (patch, texts) => {
    expect(judged.warnings(patch)).toEqual(texts);
  });

  it.each<[object, readonly string[]]>([
    [{ volumes: [{ name: "d", projected: { sources: [{}] } }] }, ['volume "d" (Projected) has no sources provided']],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            env: [
              { name: "A", value: "1" },
              { name: "B" },
              { name: "A", value: "2" },
              { name: "A", value: "2" },
              { name: "C", value: "$(C)" },
              { name: "C", value: "x$(C)" },
              { name: "D" },
              { name: "D", value: "x$$(D)" },
              { name: "E" },
              { name: "E", value: "$(D)$(E)" },
            ],
            ports: [
              { name: "n", containerPort: 80 },
              { containerPort: 80, hostIP: "1.2.3.4" },
              { name: "m", containerPort: 80, hostPort: 81 },
              { containerPort: 80, hostPort: 81, hostIP: "1.1.1.1" },
              { containerPort: 80 },
              { containerPort: 81, protocol: "UDP" },
              { containerPort: 81, protocol: "TCP" },
            ],
          },
          {
            name: "d",
            image: "i",
            ports: [
              { name: "n", containerPort: 80 },
              { containerPort: 90, hostPort: 90 },
            ],
          },
          {
            name: "e",
            image: "i",
            ports: [
              { containerPort: 90, hostPort: 90, hostIP: "1.1.1.1" },
              { name: "n", containerPort: 99 },
            ],
          },
        ],
      },
      [
        'spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply',
        'spec.containers[0].env[3]: hides previous definition of "A", which may be dropped when using apply',
        "spec.containers[0].ports[1]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.2.3.4}",
        "spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]",
        "spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[0]",
        "spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[1]",
        "spec.containers[0].ports[3]: overlapping port definition with spec.containers[0].ports[0]",
        "spec.containers[0].ports[3]: overlapping port definition with spec.containers[0].ports[1]",
        "spec.containers[0].ports[3]: dangerously ambiguous port definition with spec.containers[0].ports[2]",
        "spec.containers[0].ports[4]: duplicate port definition with spec.containers[0].ports[0]",
        "spec.containers[0].ports[4]: overlapping port definition with spec.containers[0].ports[1]",
        "spec.containers[0].ports[4]: overlapping port definition with spec.containers[0].ports[2]",
        "spec.containers[0].ports[4]: overlapping port definition with spec.containers[0].ports[3]",
        "spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[0]",
        "spec.containers[1].ports[0]: overlapping port definition with spec.containers[0].ports[1]",
        "spec.containers[1].ports[0]: overlapping port definition with spec.containers[0].ports[2]",
        "spec.containers[1].ports[0]: overlapping port definition with spec.containers[0].ports[3]",
        "spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[4]",
        "spec.containers[2].ports[0]: dangerously ambiguous port definition with spec.containers[1].ports[1]",
        'spec.containers[1].ports[0]: duplicate port name "n" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
        'spec.containers[2].ports[1]: duplicate port name "n" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
      ],
    ],
    [
      {
        initContainers: [
          { name: "i", image: "i", restartPolicy: "Always", ports: [{ name: "n", containerPort: 80 }] },
          { name: "j", image: "i", ports: [{ name: "n", containerPort: 80 }] },
        ],
        containers: [{ name: "c", image: "i", ports: [{ name: "n", containerPort: 80 }] }],
      },
      [
        "spec.initContainers[1].ports[0]: duplicate port definition with spec.initContainers[0].ports[0]",
        "spec.containers[0].ports[0]: duplicate port definition with spec.initContainers[0].ports[0]",
        "spec.containers[0].ports[0]: duplicate port definition with spec.initContainers[1].ports[0]",
        'spec.initContainers[1].ports[0]: duplicate port name "n" with spec.initContainers[0].ports[0], services and probes that select ports by name will use spec.initContainers[0].ports[0]',
        'spec.containers[0].ports[0]: duplicate port name "n" with spec.initContainers[0].ports[0], services and probes that select ports by name will use spec.initContainers[0].ports[0]',
      ],
    ],
    [
      {
        dnsConfig: { nameservers: ["010.1.1.1", "::ffff:1.1.1.1", "1:0:0::1"] },
        hostAliases: [{ ip: "::ffff:1.1.1.1" }, { ip: "1.1.1.1" }, { ip: "1.1.1.1" }],
      },
      [
        'spec.hostAliases[2].ip: duplicate ip "1.1.1.1"',
        'spec.dnsConfig.nameservers[0]: non-standard IP address "010.1.1.1" will be considered invalid in a future Kubernetes release: use "10.1.1.1"',
        'spec.dnsConfig.nameservers[1]: non-standard IP address "::ffff:1.1.1.1" will be considered invalid in a future Kubernetes release: use "1.1.1.1"',
        'spec.dnsConfig.nameservers[2]: IPv6 address "1:0:0::1" should be in RFC 5952 canonical format ("1::1")',
        'spec.hostAliases[0].ip: non-standard IP address "::ffff:1.1.1.1" will be considered invalid in a future Kubernetes release: use "1.1.1.1"',
      ],
    ],
    [
      {
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "beta.kubernetes.io/os" }],
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, podAffinityTerm: { topologyKey: "failure-domain.beta.kubernetes.io/zone" } },
            ],
          },
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "x" }],
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: "y" } }],
          },
        },
      },
      [
        "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod",
        "spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod",
        "spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod",
        "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod",
      ],
    ],
    [{ terminationGracePeriodSeconds: -3 }, []],
    [
      {
        serviceAccountName: "s",
        volumes: [
          {
            name: "qq",
            projected: {
              sources: [
                { secret: { name: "r" } },
                { serviceAccountToken: { path: "t" } },
                { configMap: { name: "m" } },
                { secret: { name: "s", items: [{ key: "a", path: "x" }] } },
                { downwardAPI: {} },
                { configMap: { name: "m", items: [] } },
                { secret: { name: "r" } },
              ],
            },
          },
          {
            name: "pp",
            projected: {
              sources: [
                {
                  configMap: {
                    name: "m",
                    items: [
                      { key: "a", path: "x" },
                      { key: "a", path: "x/b" },
                    ],
                  },
                },
                { serviceAccountToken: { path: "x" } },
                { serviceAccountToken: { path: "x/y" } },
              ],
            },
          },
        ],
      },
      [
        'volume "qq" (Projected): overlapping paths: "t" (ServiceAccountToken) with "t" (ServiceAccountToken)',
        'volume "qq" (Projected): overlapping paths: "x" (Secret "s") with "x" (Secret "s")',
        'volume "pp" (Projected): overlapping paths: "x/b" (ConfigMap "m") with "x" (ConfigMap "m")',
        'volume "pp" (Projected): overlapping paths: "x" (ServiceAccountToken) with "x" (ConfigMap "m")',
        'volume "pp" (Projected): overlapping paths: "x" (ServiceAccountToken) with "x/b" (ConfigMap "m")',
        'volume "pp" (Projected): overlapping paths: "x/y" (ServiceAccountToken) with "x" (ConfigMap "m")',
        'volume "pp" (Projected): overlapping paths: "x/y" (ServiceAccountToken) with "x" (ServiceAccountToken)',
      ],
    ],
    [
      {
        nodeSelector: {
          "beta.kubernetes.io/arch": "a",
          "node-role.kubernetes.io/master": "",
          "app.kubernetes.io/created-by": "x",
        },
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: "x", operator: "Exists" },
                    { key: "beta.kubernetes.io/os", operator: "Exists" },
                  ],
                },
              ],
            },
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 1,
                preference: {
                  matchExpressions: [{ key: "failure-domain.beta.kubernetes.io/zone", operator: "Exists" }],
                },
              },
            ],
          },
        },
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: "beta.kubernetes.io/os", whenUnsatisfiable: "DoNotSchedule" },
        ],
        imagePullSecrets: [{ name: "a" }, { name: "a" }, {}, { name: "" }],
      },
      [
        "spec.nodeSelector[app.kubernetes.io/created-by]: deprecated since v1.9",
        'spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" instead',
        'spec.nodeSelector[node-role.kubernetes.io/master]: use "node-role.kubernetes.io/control-plane" instead',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[1].key: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
        'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
        'spec.topologySpreadConstraints[0].topologyKey: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
        "spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
        'spec.imagePullSecrets[1].name: duplicate name "a"',
        'spec.imagePullSecrets[3].name: duplicate name ""',
        'spec.imagePullSecrets[2].name: invalid empty name ""',
        'spec.imagePullSecrets[3].name: invalid empty name ""',
      ],
    ],
    [
      {
        volumes: [
          { name: "g", gitRepo: { repository: "x" } },
          {
            name: "cm",
            configMap: {
              name: "q",
              items: [
                { key: "a", path: "x" },
                { key: "b", path: "x/y" },
                { key: "c", path: "x" },
              ],
            },
          },
          {
            name: "se",
            secret: {
              secretName: "q",
              items: [
                { key: "a", path: "x" },
                { key: "b", path: "x" },
              ],
            },
          },
          {
            name: "da",
            downwardAPI: {
              items: [
                { path: "z", fieldRef: { fieldPath: "metadata.name" } },
                { path: "z/a", fieldRef: { fieldPath: "metadata.name" } },
              ],
            },
          },
          {
            name: "eph",
            ephemeral: {
              volumeClaimTemplate: {
                spec: {
                  accessModes: ["ReadWriteOnce"],
                  resources: { requests: { storage: "1500m" }, limits: { storage: "2500m" } },
                },
              },
            },
          },
        ],
      },
      [
        "spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
        'spec.volumes[4].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
        'spec.volumes[4].ephemeral.volumeClaimTemplate.spec.resources.limits[storage]: fractional byte value "2500m" is invalid, must be an integer',
        'volume "cm" (ConfigMap "q"): overlapping paths: "x/y" with "x"',
        'volume "cm" (ConfigMap "q"): overlapping paths: "x" with "x"',
        'volume "cm" (ConfigMap "q"): overlapping paths: "x" with "x/y"',
        'volume "se" (Secret "q"): overlapping paths: "x" with "x"',
        'volume "da" (DownwardAPI): overlapping paths: "z/a" with "z"',
      ],
    ],
    [
      {
        volumes: [
          { name: "ceph", cephfs: { monitors: ["a"] } },
          { name: "rbd", rbd: { monitors: ["a"], image: "i" } },
          { name: "gl", glusterfs: { endpoints: "a", path: "b" } },
          { name: "sc", scaleIO: { gateway: "a", system: "b", volumeName: "c", secretRef: { name: "x" } } },
          { name: "st", storageos: { volumeName: "a" } },
          { name: "qu", quobyte: { registry: "a:1", volume: "v" } },
          { name: "fl", flocker: { datasetName: "a" } },
          { name: "ph", photonPersistentDisk: { pdID: "a" } },
        ],
      },
      [
        "spec.volumes[0].cephfs: deprecated in v1.28, non-functional in v1.31+",
        "spec.volumes[1].rbd: deprecated in v1.28, non-functional in v1.31+",
        "spec.volumes[2].glusterfs: deprecated in v1.25, non-functional in v1.26+",
        "spec.volumes[3].scaleIO: deprecated in v1.16, non-functional in v1.22+",
        "spec.volumes[4].storageOS: deprecated in v1.22, non-functional in v1.25+",
        "spec.volumes[5].quobyte: deprecated in v1.22, non-functional in v1.25+",
        "spec.volumes[6].flocker: deprecated in v1.22, non-functional in v1.25+",
        "spec.volumes[7].photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+",
      ],
    ],
    [
      {
        containers: [
          {
            name: "c",
            image: "i",
            resources: {
              requests: { memory: "500m", "ephemeral-storage": "1500m" },
              limits: { memory: "1500m", "ephemeral-storage": "2500m" },
            },
          },
        ],
      },
      [
        'spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
        'spec.containers[0].resources.requests[memory]: fractional byte value "500m" is invalid, must be an integer',
        'spec.containers[0].resources.limits[ephemeral-storage]: fractional byte value "2500m" is invalid, must be an integer',
        'spec.containers[0].resources.requests[ephemeral-storage]: fractional byte value "1500m" is invalid, must be an integer',
      ],
    ],
  ])("warns of %j", (spec, texts) => {
    expect(judged.warnings({ spec })).toEqual(texts);
  });
});

it("are repeated for an unchanged template", () => {
  const warnings = podWarnings(kubernetesDialect, "spec.template");
  const template = { spec: { containers: [], terminationGracePeriodSeconds: -1 } };
  const reported = [
    "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
  ];
  for (const old of [undefined, template, template, { ...template }]) expect(warnings(template, old)).toEqual(reported);
  expect(warnings({ spec: { containers: [] } }, template)).toEqual([]);
});

describe("containers that keep their positions", () => {
  const hiding = { name: "c", image: "i", env: [{ name: "A" }, { name: "A" }] };
  const text = (i: number): string =>
    `spec.template.spec.containers[${i}].env[1]: hides previous definition of "A", which may be dropped when using apply`;

  it("are warned of each time, at their place", () => {
    const warnings = podWarnings(kubernetesDialect, "spec.template");
    const versions = ["1", "2", "3"].map((image) => ({ spec: { containers: [hiding, { name: "d", image }] } }));
    const [first, second, third] = versions as [object, object, object];
    for (const [next, old] of [
      [second, first],
      [third, second],
    ] as const)
      expect(warnings(next, old)).toEqual([text(0)]);
    const moved = { spec: { containers: [{ name: "d", image: "4" }, hiding] } };
    expect(warnings(moved, moved)).toEqual([text(1)]);
  });
});
