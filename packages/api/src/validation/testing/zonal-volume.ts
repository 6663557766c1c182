import type { ValidObject } from "./judge-kind.ts";

/** A persistent volume that the nodes of one zone reach. */
export const zonalVolume: ValidObject = {
  apiVersion: "v1",
  kind: "PersistentVolume",
  spec: {
    capacity: { storage: "5Gi" },
    accessModes: ["ReadWriteOnce"],
    persistentVolumeReclaimPolicy: "Retain",
    storageClassName: "fast",
    csi: { driver: "d.example.com", volumeHandle: "h" },
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] }] },
    },
  },
  metadata: { name: "core-persistentvolume" },
};
