import type { TypeDescriptions } from "@svc/schema";

const configMapName = "Name of the ConfigMap.";
const secretName = "Name of the Secret.";
const optionalConfigMap = "If true, the ConfigMap or its keys can be absent.";
const optionalSecret = "If true, the Secret or its keys can be absent.";
const keys = "Keys to project, with the paths of their files. If empty, all keys.";
const defaultMode = "Mode bits of the files. Default 0644.";
const readOnly = "If true, the volume is mounted read-only. Default false.";
const podFields = "Pod fields and container resources to project, with the paths of their files.";
const path = "Path of the file, relative to the volume. Can't contain '..'.";
const required = "Requirements that must hold when the pod is scheduled. Later changes don't evict the pod.";
const preferred = "Weighted preferences. The node with the highest sum of matching weights is preferred.";
const weight = "Weight of the term: 1 to 100.";

/** Types of volumes and of the placement of pods. */
export const podDescriptions: TypeDescriptions = {
  Volume: {
    description: "A volume that containers of the pod can mount. Exactly one source is set.",
    fields: {
      name: "Name by which containers mount the volume. A DNS label, unique in the pod.",
      emptyDir: "Directory that is empty at the start of the pod and removed with it.",
      configMap: "Keys of a ConfigMap as files.",
      secret: "Keys of a Secret as files.",
      downwardAPI: "Fields of the pod as files.",
      projected: "Several sources in one directory.",
      persistentVolumeClaim: "Volume of a claim in the same namespace.",
      ephemeral: "Volume of a claim that is created and deleted with the pod.",
      hostPath: "File or directory of the node.",
      nfs: "Directory of an NFS server.",
      csi: "Volume of a CSI driver that is created and deleted with the pod.",
      image: "Content of an OCI image or artifact.",
      fc: "Fibre Channel device.",
      iscsi: "iSCSI device.",
    },
  },
  EmptyDirVolumeSource: {
    description: "A directory that is empty at the start of the pod and removed with it.",
    fields: {
      medium: "Storage medium: empty for the default of the node, or Memory. Default empty.",
      sizeLimit: "Maximum size. If absent, no limit.",
    },
  },
  ConfigMapVolumeSource: {
    description: "Keys of a ConfigMap as files.",
    fields: { name: configMapName, items: keys, defaultMode, optional: optionalConfigMap },
  },
  SecretVolumeSource: {
    description: "Keys of a Secret as files.",
    fields: { secretName, items: keys, defaultMode, optional: optionalSecret },
  },
  KeyToPath: {
    description: "Maps a key to a file.",
    fields: { key: "Key to project.", path, mode: "Mode bits of the file. If absent, the default mode of the volume." },
  },
  HostPathVolumeSource: {
    description: "A file or directory of the node.",
    fields: {
      path: "Path on the node.",
      type: "What must exist at the path, or is created: for example Directory, DirectoryOrCreate, File, FileOrCreate. Empty for no check.",
    },
  },
  PersistentVolumeClaimVolumeSource: {
    description: "The volume of a claim in the same namespace.",
    fields: { claimName: "Name of the claim.", readOnly },
  },
  EphemeralVolumeSource: {
    description: "The volume of a claim that is created and deleted with the pod.",
    fields: { volumeClaimTemplate: "Template of the claim, whose name is <pod>-<volume>." },
  },
  PersistentVolumeClaimTemplate: {
    description: "Template of a claim.",
    fields: {
      metadata: "Labels and annotations of the claim. Other metadata isn't allowed.",
      spec: "Desired state of the claim.",
    },
  },
  ProjectedVolumeSource: {
    description: "Several sources in one directory.",
    fields: { sources: "Sources. Each entry sets one type of source.", defaultMode },
  },
  VolumeProjection: {
    description: "A source of a projected volume. Exactly one field is set.",
    fields: {
      configMap: "Keys of a ConfigMap.",
      secret: "Keys of a Secret.",
      downwardAPI: "Fields of the pod.",
      serviceAccountToken: "Token of the pod's service account.",
      clusterTrustBundle: "Certificates of cluster trust bundles.",
    },
  },
  ConfigMapProjection: {
    description: "Keys of a ConfigMap as files of a projected volume.",
    fields: { name: configMapName, items: keys, optional: optionalConfigMap },
  },
  SecretProjection: {
    description: "Keys of a Secret as files of a projected volume.",
    fields: { name: secretName, items: keys, optional: optionalSecret },
  },
  DownwardAPIProjection: {
    description: "Fields of the pod as files of a projected volume.",
    fields: { items: podFields },
  },
  DownwardAPIVolumeSource: {
    description: "Fields of the pod as files.",
    fields: { items: podFields, defaultMode },
  },
  DownwardAPIVolumeFile: {
    description: "A file with a field of the pod. Either fieldRef or resourceFieldRef is set.",
    fields: {
      path,
      fieldRef: "Field of the pod: only its name, namespace, UID, labels and annotations.",
      resourceFieldRef: "Resource request or limit of a container.",
      mode: "Mode bits of the file. If absent, the default mode of the volume.",
    },
  },
  ServiceAccountTokenProjection: {
    description: "Token of the pod's service account as a file. The node renews it before it expires.",
    fields: {
      path,
      audience: "Audience of the token. Default that of the server.",
      expirationSeconds: "Requested lifetime in seconds. Default 3600, minimum 600.",
    },
  },
  ClusterTrustBundleProjection: {
    description: "Certificates of cluster trust bundles as a file.",
    fields: {
      path,
      name: "Name of one bundle. Can't be used with signerName and labelSelector.",
      signerName: "Signer whose bundles are combined.",
      labelSelector: "Selects among the bundles of the signer. If absent, none match; if empty, all match.",
      optional: "If true, the bundles can be absent.",
    },
  },
  CSIVolumeSource: {
    description: "A volume of a CSI driver that is created and deleted with the pod.",
    fields: {
      driver: "Name of the driver.",
      fsType: "File system of the volume. If absent, the driver chooses one.",
      readOnly,
      volumeAttributes: "Attributes of the volume, in the format of the driver.",
      nodePublishSecretRef: "Secret that is passed to the driver when it mounts the volume.",
    },
  },
  ImageVolumeSource: {
    description: "Content of an OCI image or artifact.",
    fields: {
      reference: "Image or artifact to mount.",
      pullPolicy: "When it is pulled: Always, IfNotPresent or Never.",
    },
  },
  NFSVolumeSource: {
    description: "A directory of an NFS server.",
    fields: { server: "Host name or IP address of the server.", path: "Path that the server exports.", readOnly },
  },
  Affinity: {
    description: "Scheduling constraints of a pod.",
    fields: {
      nodeAffinity: "Constraints on the labels of the node.",
      podAffinity: "Pods near which the pod is scheduled.",
      podAntiAffinity: "Pods near which the pod isn't scheduled.",
    },
  },
  NodeAffinity: {
    description: "Scheduling constraints on the labels of the node.",
    fields: {
      requiredDuringSchedulingIgnoredDuringExecution: required,
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    },
  },
  PodAffinity: {
    description: "Pods near which a pod is scheduled.",
    fields: {
      requiredDuringSchedulingIgnoredDuringExecution: required,
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    },
  },
  PodAntiAffinity: {
    description: "Pods near which a pod isn't scheduled.",
    fields: {
      requiredDuringSchedulingIgnoredDuringExecution: required,
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    },
  },
  PodAffinityTerm: {
    description: "Selects pods, and defines which nodes count as near to them.",
    fields: {
      labelSelector: "Selects the pods by their labels. If absent, no pods match.",
      topologyKey: "Node label: nodes with the same value form one topology domain. Required.",
      namespaces: "Namespaces of the pods. If empty, with no namespaceSelector, the namespace of the pod.",
      namespaceSelector: "Selects namespaces by their labels, in addition to namespaces.",
      matchLabelKeys: "Keys of labels for which the pods must have the same value as the new pod.",
      mismatchLabelKeys: "Keys of labels for which the pods must have another value than the new pod.",
    },
  },
  WeightedPodAffinityTerm: {
    description: "A pod affinity term with a weight.",
    fields: { weight, podAffinityTerm: "Term that the node should match." },
  },
  PreferredSchedulingTerm: {
    description: "A node selector term with a weight.",
    fields: { weight, preference: "Term that the node should match." },
  },
  NodeSelector: {
    description: "Selects nodes. A node matches if it matches any of the terms.",
    fields: { nodeSelectorTerms: "Terms of the selector." },
  },
  NodeSelectorTerm: {
    description: "Requirements on a node, which must all match. An empty term matches no nodes.",
    fields: { matchExpressions: "Requirements on labels.", matchFields: "Requirements on fields: only metadata.name." },
  },
  NodeSelectorRequirement: {
    description: "Requirement on one label or field of a node.",
    fields: {
      key: "Key of the label or path of the field.",
      operator: "In, NotIn, Exists, DoesNotExist, Gt or Lt.",
      values:
        "Values to compare with. Required for In and NotIn, empty for Exists and DoesNotExist, one integer for Gt and Lt.",
    },
  },
  Toleration: {
    description: "Allows a pod to run on nodes with matching taints.",
    fields: {
      key: "Key of the taint. If empty, with the operator Exists, all taints match.",
      operator: "Exists, or Equal, which compares the value. Default Equal.",
      value: "Value of the taint. Must be empty for the operator Exists.",
      effect: "Effect of the taint: NoSchedule, PreferNoSchedule or NoExecute. If empty, all effects match.",
      tolerationSeconds:
        "Seconds for which the pod stays on a node with a NoExecute taint. If absent, the pod is never evicted.",
    },
  },
  Taint: {
    description: "Repels pods without a matching toleration from a node.",
    fields: {
      key: "Key of the taint.",
      value: "Value of the taint.",
      effect: "NoSchedule, PreferNoSchedule or NoExecute, which also evicts running pods.",
      timeAdded: "Time at which the taint was added.",
    },
  },
  TopologySpreadConstraint: {
    description: "Spreads matching pods over topology domains.",
    fields: {
      maxSkew: "Maximum difference of the number of matching pods between two domains. At least 1.",
      topologyKey: "Node label: nodes with the same value form one topology domain.",
      whenUnsatisfiable:
        "What happens if a pod can't satisfy the constraint: DoNotSchedule, or ScheduleAnyway, which prefers the smallest skew.",
      labelSelector: "Selects the pods that are counted.",
      matchLabelKeys: "Keys of labels for which the pods must have the same value as the new pod.",
      minDomains: "Minimum number of domains. With fewer, the global minimum counts as 0.",
      nodeAffinityPolicy:
        "Whether nodes that the pod's node affinity excludes are left out: Honor or Ignore. Default Honor.",
      nodeTaintsPolicy:
        "Whether nodes with taints that the pod doesn't tolerate are left out: Honor or Ignore. Default Ignore.",
    },
  },
  PodSchedulingGate: {
    description: "Prevents the scheduling of a pod until it is removed.",
    fields: { name: "Name of the gate, unique in the pod." },
  },
  PodReadinessGate: {
    description: "A condition that must be True for the pod to be ready.",
    fields: { conditionType: "Type of the condition." },
  },
  PodResourceClaim: {
    description: "A resource claim of a pod. Either resourceClaimName or resourceClaimTemplateName is set.",
    fields: {
      name: "Name by which containers refer to the claim. A DNS label, unique in the pod.",
      resourceClaimName: "Name of a claim in the same namespace.",
      resourceClaimTemplateName: "Name of the template from which a claim is created for the pod.",
    },
  },
  HostAlias: {
    description: "An entry of /etc/hosts.",
    fields: { ip: "IP address.", hostnames: "Host names of the address." },
  },
  PodDNSConfig: {
    description: "DNS settings of a pod, merged with the settings of its DNS policy.",
    fields: {
      nameservers: "IP addresses of name servers.",
      searches: "Search domains for host names.",
      options: "Options of the resolver.",
    },
  },
  PodDNSConfigOption: {
    description: "An option of the DNS resolver.",
    fields: { name: "Name of the option.", value: "Value of the option." },
  },
  PodOS: { description: "The operating system of a pod.", fields: { name: "linux or windows." } },
};
