import { all, created, each, type Fill, ifAbsent, isMembers, type Members, members, orZero } from "./fill.ts";
import { pullPolicyOf } from "./image.ts";
import { podResources } from "./pod-resources.ts";
import { roundResources } from "./quantities.ts";

const fileMode = 0o644;

const fieldRef = members({ apiVersion: "v1" });
const downwardItems = each(members({ fieldRef }));

const httpGet = members({ path: "/", scheme: "HTTP" });
const handler = members({ httpGet });
const probe = members({
  timeoutSeconds: orZero(1),
  periodSeconds: orZero(10),
  successThreshold: orZero(1),
  failureThreshold: orZero(3),
  httpGet,
  grpc: members({ service: "" }),
});

/** A container of any sort, in pods and in templates. */
const container: Fill = all(
  (value) => {
    value["imagePullPolicy"] ??= pullPolicyOf(value["image"]);
  },
  members({
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    ports: each(members({ protocol: "TCP" })),
    env: each(members({ valueFrom: members({ fieldRef }) })),
    livenessProbe: probe,
    readinessProbe: probe,
    startupProbe: probe,
    lifecycle: members({ postStart: handler, preStop: handler }),
    resources: roundResources,
  }),
);

export const claimSpec: Fill = members({ volumeMode: ifAbsent("Filesystem"), resources: roundResources });

/** The sources of volumes, and of persistent volumes, that have defaults of their own. */
export const volumeSource: Fill = members({
  hostPath: members({ type: "" }),
  iscsi: members({ iscsiInterface: "default" }),
  rbd: members({ pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" }),
  azureDisk: members({ cachingMode: "ReadWrite", fsType: "ext4", readOnly: false, kind: "Shared" }),
  scaleIO: members({ storageMode: "ThinProvisioned", fsType: "xfs" }),
});

const volume: Fill = all(
  (value) => {
    if (Object.keys(value).every((name) => name === "name")) value["emptyDir"] = {};
  },
  volumeSource,
  members({
    secret: members({ defaultMode: fileMode }),
    configMap: members({ defaultMode: fileMode }),
    downwardAPI: members({ defaultMode: fileMode, items: downwardItems }),
    projected: members({
      defaultMode: fileMode,
      sources: each(
        members({
          serviceAccountToken: members({ expirationSeconds: 3600 }),
          downwardAPI: members({ items: downwardItems }),
        }),
      ),
    }),
    ephemeral: members({ volumeClaimTemplate: members({ spec: claimSpec }) }),
    image: (value, gates) => {
      if (gates.enabled("ImageVolume")) value["pullPolicy"] ??= pullPolicyOf(value["reference"]);
    },
  }),
);

/** The spec of a pod, also within a template. */
export const podSpec: Fill = all(
  members({
    dnsPolicy: "ClusterFirst",
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    schedulerName: "default-scheduler",
    securityContext: created(),
    volumes: each(volume),
    initContainers: each(container),
    containers: each(container),
    ephemeralContainers: each(container),
  }),
  bothAccountNames,
);

/** The older name of the account is kept beside the newer one. */
function bothAccountNames(spec: Members): void {
  const name = spec["serviceAccountName"] ?? spec["serviceAccount"];
  if (name === undefined || name === "") return;
  spec["serviceAccountName"] = name;
  spec["serviceAccount"] = name;
}

/** Defaults of pods that templates do not get. */
export const podOnly: Fill = (pod, gates) => {
  const spec = pod["spec"];
  if (!isMembers(spec)) return;
  spec["enableServiceLinks"] ??= true;
  const grace = spec["terminationGracePeriodSeconds"];
  if (typeof grace === "number" && grace < 0) spec["terminationGracePeriodSeconds"] = 1;
  for (const list of [spec["initContainers"], spec["containers"]]) {
    if (!Array.isArray(list)) continue;
    for (const item of list) {
      if (!isMembers(item)) continue;
      requestsFromLimits(item);
      if (spec["hostNetwork"] === true) hostPorts(item);
    }
  }
  podResources(spec, gates);
};

function requestsFromLimits({ resources }: Members): void {
  if (!isMembers(resources) || !isMembers(resources["limits"])) return;
  const requests = { ...(isMembers(resources["requests"]) ? resources["requests"] : {}) };
  for (const [name, limit] of Object.entries(resources["limits"]))
    if (!Object.hasOwn(requests, name)) requests[name] = limit;
  if (Object.keys(requests).length > 0) resources["requests"] = requests;
}

function hostPorts({ ports }: Members): void {
  if (!Array.isArray(ports)) return;
  for (const port of ports) if (isMembers(port)) port["hostPort"] ??= port["containerPort"];
}

/** A template of pods. */
export const podTemplate: Fill = members({ spec: podSpec });
