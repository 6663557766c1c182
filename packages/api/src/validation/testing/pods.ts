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
