import type { ValidObject } from "./judge-kind.ts";

/** A container with its defaults, as it is stored. */
export const storedContainer: object = {
  name: "c",
  image: "i",
  imagePullPolicy: "Always",
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
};

/** The specification of a pod with its defaults. */
export const podSpec: object = {
  restartPolicy: "Always",
  containers: [storedContainer],
  dnsPolicy: "ClusterFirst",
  terminationGracePeriodSeconds: 30,
  schedulerName: "default-scheduler",
  securityContext: {},
};

/** The template of a workload whose selector has the same labels. */
export const podTemplate: object = { metadata: { labels: { a: "b" } }, spec: podSpec };

/** A pod whose containers have resources: one, and one that starts before it and goes on. */
export const podWithResources: ValidObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "e" },
  spec: {
    ...podSpec,
    volumes: [{ name: "v", emptyDir: {} }],
    containers: [
      {
        ...storedContainer,
        resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "2", memory: "1Gi" } },
      },
    ],
    initContainers: [
      { ...storedContainer, name: "d" },
      { ...storedContainer, name: "s", restartPolicy: "Always", resources: { requests: { cpu: "1" } } },
    ],
    enableServiceLinks: true,
  },
};
