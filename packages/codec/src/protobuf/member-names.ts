// Names of messages and members in errors of the reader: those of the program that the format was
// made for, observed by sending each member to it in a wrong wire type.

/** Members whose name is not the one in JSON with a capital letter. */
const unlike: ReadonlyMap<string, string> = new Map(
  Object.entries({
    awsElasticBlockStore: "AWSElasticBlockStore",
    cephfs: "CephFS",
    chapAuthDiscovery: "DiscoveryCHAPAuth",
    chapAuthSession: "SessionCHAPAuth",
    diskURI: "DataDiskURI",
    externalID: "DoNotUseExternalID",
    gcePersistentDisk: "GCEPersistentDisk",
    lastState: "LastTerminationState",
    metadata: "ObjectMeta",
    pdID: "PdID",
    reportingComponent: "ReportingController",
    storageos: "StorageOS",
    ttlSecondsAfterFinished: "TTLSecondsAfterFinished",
    wwids: "WWIDs",
    "GlusterfsPersistentVolumeSource.endpoints": "EndpointsName",
    "GlusterfsVolumeSource.endpoints": "EndpointsName",
    "PodSpec.serviceAccount": "DeprecatedServiceAccount",
    ...Object.fromEntries(
      ["RBDPersistentVolumeSource", "RBDVolumeSource"].flatMap((message) => [
        [`${message}.image`, "RBDImage"],
        [`${message}.monitors`, "CephMonitors"],
        [`${message}.pool`, "RBDPool"],
        [`${message}.user`, "RadosUser"],
      ]),
    ),
  }),
);

/** Abbreviations that a name may begin with, which have capital letters throughout. */
const abbreviation =
  /^(?:api|ca|cidr|csi|dns|fc|fs|gid|gmsa|grpc|http|id|ip|iqn|iscsi|json|nfs|os|pd|qos|rbd|ssl|tcp|tls|tty|uid|url)(?=s?(?:[A-Z]|$))/;

/** The name of a member, as errors say it: `UID` for `uid`. */
export function memberName(message: string, field: string): string {
  const other = unlike.get(`${message}.${field}`) ?? unlike.get(field);
  if (other !== undefined) return other;
  const plain = field
    .replace(/^\$/, "")
    .replace(/^seL/, "SEL")
    .replace(abbreviation, (text) => text.toUpperCase());
  const extension = /^x-[a-z]+-(.*)$/.exec(plain)?.[1];
  return extension === undefined ? capital(plain) : `X${extension.split("-").map(capital).join("")}`;
}

/** The message with the flattened members of another; of all others it is a reference by name. */
const flattened: ReadonlyMap<string, string> = new Map([
  ["EphemeralContainer", "EphemeralContainerCommon"],
  ["IngressRule", "IngressRuleValue"],
  ["NamedRuleWithOperations", "RuleWithOperations"],
  ["PersistentVolumeSpec", "PersistentVolumeSource"],
  ["Probe", "ProbeHandler"],
  ["RuleWithOperations", "Rule"],
  ["Volume", "VolumeSource"],
]);

/** The name of the message, and of the member, that holds members which JSON flattens. */
export function flattenedName(message: string): string {
  return flattened.get(message) ?? "LocalObjectReference";
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
