import { all, type Fill, ifAbsent, members } from "./fill.ts";

const lifecycleModes: Fill = (spec) => {
  if (!Array.isArray(spec["volumeLifecycleModes"]) || spec["volumeLifecycleModes"].length === 0)
    spec["volumeLifecycleModes"] = ["Persistent"];
};

const driver = members({
  attachRequired: true,
  podInfoOnMount: false,
  storageCapacity: false,
  fsGroupPolicy: ifAbsent("ReadWriteOnceWithFSType"),
  requiresRepublish: false,
});
const seLinux = members({ seLinuxMount: false });

export const storageDefaults: Readonly<Record<string, Fill>> = {
  StorageClass: members({ reclaimPolicy: ifAbsent("Delete"), volumeBindingMode: ifAbsent("Immediate") }),
  CSIDriver: members({
    spec: all(driver, lifecycleModes, (spec, gates) => {
      if (gates.enabled("SELinuxMountReadWriteOncePod")) seLinux(spec, gates);
    }),
  }),
};
