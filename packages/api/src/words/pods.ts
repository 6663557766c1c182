import type { Words } from "./words.ts";

const optional = "Whether it may be absent.";
const attributes = "Settings that its driver understands.";

/** What pods mount, and where they are placed. */
export const podWords: Words = {
  Volume: {
    is: "Something that containers can mount: a name, and one source.",
    fields: {
      name: "What containers call it.",
      emptyDir: "A folder that is empty at first and goes with the pod.",
      configMap: "The keys of a ConfigMap as files.",
      secret: "The keys of a Secret as files.",
      downwardAPI: "Facts about the pod as files.",
      projected: "Several sources in one folder.",
      persistentVolumeClaim: "What a claim is bound to.",
      ephemeral: "A claim of its own, which goes with the pod.",
      hostPath: "A file or folder of the node.",
      nfs: "A folder of an NFS server.",
      csi: "A volume of a CSI driver, which goes with the pod.",
      image: "The content of an image.",
      fc: "A Fibre Channel device.",
      iscsi: "An iSCSI device.",
    },
  },
  EmptyDirVolumeSource: {
    is: "A folder that is empty at first and goes with the pod.",
    fields: { medium: "Empty for disk, Memory for memory.", sizeLimit: "How large it can get." },
  },
  ConfigMapVolumeSource: {
    is: "The keys of a ConfigMap as files.",
    fields: {
      name: "What it is called.",
      items: "Which keys, under which paths. Default all of them.",
      defaultMode: "The mode of the files. Default 0644.",
      optional,
    },
  },
  SecretVolumeSource: {
    is: "The keys of a Secret as files.",
    fields: {
      secretName: "What it is called.",
      items: "Which keys, under which paths. Default all of them.",
      defaultMode: "The mode of the files. Default 0644.",
      optional,
    },
  },
  KeyToPath: {
    is: "A key as a file.",
    fields: { key: "The key.", path: "Where the file is.", mode: "Its mode." },
  },
  HostPathVolumeSource: {
    is: "A file or folder of the node.",
    fields: { path: "Where it is.", type: "What must be there, or is made: Directory, FileOrCreate and others." },
  },
  PersistentVolumeClaimVolumeSource: {
    is: "What a claim is bound to.",
    fields: { claimName: "What the claim is called.", readOnly: "Whether nothing can be written to it." },
  },
  EphemeralVolumeSource: {
    is: "A claim that is made for the pod and goes with it.",
    fields: { volumeClaimTemplate: "The claim." },
  },
  PersistentVolumeClaimTemplate: {
    is: "A claim that is made.",
    fields: { metadata: "Its labels and annotations.", spec: "What it asks for." },
  },
  ProjectedVolumeSource: {
    is: "Several sources in one folder.",
    fields: { sources: "The sources.", defaultMode: "The mode of the files. Default 0644." },
  },
  VolumeProjection: {
    is: "What is put into a folder: one of these.",
    fields: {
      configMap: "Keys of a ConfigMap.",
      secret: "Keys of a Secret.",
      downwardAPI: "Facts about the pod.",
      serviceAccountToken: "A token of the pod's account.",
      clusterTrustBundle: "Certificates of authorities.",
    },
  },
  ConfigMapProjection: {
    is: "Keys of a ConfigMap as files.",
    fields: { name: "What it is called.", items: "Which keys, under which paths.", optional },
  },
  SecretProjection: {
    is: "Keys of a Secret as files.",
    fields: { name: "What it is called.", items: "Which keys, under which paths.", optional },
  },
  DownwardAPIProjection: { is: "Facts about the pod as files.", fields: { items: "Which facts, in which files." } },
  DownwardAPIVolumeSource: {
    is: "Facts about the pod as files.",
    fields: { items: "Which facts, in which files.", defaultMode: "The mode of the files. Default 0644." },
  },
  DownwardAPIVolumeFile: {
    is: "A fact about the pod as a file.",
    fields: {
      path: "Where the file is.",
      fieldRef: "A field of the pod.",
      resourceFieldRef: "How much of something a container may take.",
      mode: "The mode of the file.",
    },
  },
  ServiceAccountTokenProjection: {
    is: "A token of the pod's account as a file. It is renewed before it ends.",
    fields: {
      path: "Where the file is.",
      audience: "For whom it is. Default the server itself.",
      expirationSeconds: "How long it is good, in seconds. Default an hour, at least ten minutes.",
    },
  },
  ClusterTrustBundleProjection: {
    is: "Certificates of authorities as a file.",
    fields: {
      path: "Where the file is.",
      name: "Which bundle.",
      signerName: "Or all bundles of a signer,",
      labelSelector: "that have these labels.",
      optional,
    },
  },
  CSIVolumeSource: {
    is: "A volume of a CSI driver, which goes with the pod.",
    fields: {
      driver: "The driver.",
      fsType: "The file system.",
      readOnly: "Whether nothing can be written to it.",
      volumeAttributes: attributes,
      nodePublishSecretRef: "A secret that the driver gets.",
    },
  },
  ImageVolumeSource: {
    is: "The content of an image.",
    fields: { reference: "Which image.", pullPolicy: "When it is fetched: Always, IfNotPresent or Never." },
  },
  NFSVolumeSource: {
    is: "A folder of an NFS server.",
    fields: { server: "The server.", path: "The folder.", readOnly: "Whether nothing can be written to it." },
  },
  Affinity: {
    is: "Which nodes and which neighbours a pod wants or avoids.",
    fields: {
      nodeAffinity: "Nodes, by their labels.",
      podAffinity: "Pods near which it wants to be.",
      podAntiAffinity: "Pods near which it does not want to be.",
    },
  },
  NodeAffinity: {
    is: "Which nodes a pod wants.",
    fields: {
      requiredDuringSchedulingIgnoredDuringExecution: "What must hold of a node when the pod is placed.",
      preferredDuringSchedulingIgnoredDuringExecution: "What had better hold, with weights.",
    },
  },
  PodAffinity: {
    is: "Pods near which a pod wants to be.",
    fields: {
      requiredDuringSchedulingIgnoredDuringExecution: "What must hold when the pod is placed.",
      preferredDuringSchedulingIgnoredDuringExecution: "What had better hold, with weights.",
    },
  },
  PodAntiAffinity: {
    is: "Pods near which a pod does not want to be.",
    fields: {
      requiredDuringSchedulingIgnoredDuringExecution: "What must hold when the pod is placed.",
      preferredDuringSchedulingIgnoredDuringExecution: "What had better hold, with weights.",
    },
  },
  PodAffinityTerm: {
    is: "Pods, and what near means.",
    fields: {
      labelSelector: "The pods, by their labels.",
      topologyKey: "Nodes that have the same value of this label are near one another.",
      namespaces: "Where the pods are. Default the pod's own namespace.",
      namespaceSelector: "The same, by labels of namespaces.",
      matchLabelKeys: "Labels of which they must have the same value as the pod.",
      mismatchLabelKeys: "Labels of which they must have another value.",
    },
  },
  WeightedPodAffinityTerm: {
    is: "Pods near which it is better, or worse, to be.",
    fields: { weight: "How much so: 1 to 100.", podAffinityTerm: "The pods." },
  },
  PreferredSchedulingTerm: {
    is: "Nodes that are better than others.",
    fields: { weight: "How much so: 1 to 100.", preference: "The nodes." },
  },
  NodeSelector: {
    is: "Which nodes: those that any of the terms fits.",
    fields: { nodeSelectorTerms: "The terms." },
  },
  NodeSelectorTerm: {
    is: "Which nodes: all of it has to fit.",
    fields: { matchExpressions: "What holds for their labels.", matchFields: "What holds for their fields." },
  },
  NodeSelectorRequirement: {
    is: "What holds for one label, or one field, of a node.",
    fields: {
      key: "Which one.",
      operator: "In, NotIn, Exists, DoesNotExist, Gt or Lt.",
      values: "What it is compared with. Gt and Lt take one number.",
    },
  },
  Toleration: {
    is: "A taint of nodes that does not keep the pod away.",
    fields: {
      key: "Which taint. None is every one.",
      operator: "Exists, or Equal, which compares the value. Default Equal.",
      value: "The value of the taint.",
      effect: "NoSchedule, PreferNoSchedule or NoExecute. None is every one.",
      tolerationSeconds: "How long it stays on a node that drives it away, in seconds. Default for ever.",
    },
  },
  Taint: {
    is: "What keeps pods off a node.",
    fields: {
      key: "What it is called.",
      value: "Its value.",
      effect: "NoSchedule, PreferNoSchedule or NoExecute.",
      timeAdded: "Since when it is there.",
    },
  },
  TopologySpreadConstraint: {
    is: "How like pods are spread.",
    fields: {
      maxSkew: "How many more there may be in one place than in another.",
      topologyKey: "Nodes with the same value of this label are one place.",
      whenUnsatisfiable: "DoNotSchedule or ScheduleAnyway.",
      labelSelector: "Which pods are counted.",
      matchLabelKeys: "Labels of which they must have the same value as the pod.",
      minDomains: "How many places there have to be at least.",
      nodeAffinityPolicy: "Whether nodes that the pod does not want count: Honor or Ignore.",
      nodeTaintsPolicy: "Whether tainted nodes count: Honor or Ignore.",
    },
  },
  PodSchedulingGate: { is: "What a pod waits for before it is placed.", fields: { name: "What it is called." } },
  PodReadinessGate: {
    is: "A condition that must hold before a pod counts as ready.",
    fields: { conditionType: "The type of the condition." },
  },
  PodResourceClaim: {
    is: "Devices that a pod uses: a claim, or a template that one is made of.",
    fields: {
      name: "What containers call it.",
      resourceClaimName: "The claim.",
      resourceClaimTemplateName: "The template.",
    },
  },
  HostAlias: {
    is: "A line of /etc/hosts.",
    fields: { ip: "The address.", hostnames: "Its names." },
  },
  PodDNSConfig: {
    is: "How names are looked up, beside what dnsPolicy says.",
    fields: { nameservers: "Servers.", searches: "Domains that are tried.", options: "Options of the resolver." },
  },
  PodDNSConfigOption: { is: "An option of the resolver.", fields: { name: "Which.", value: "Its value." } },
  PodOS: { is: "The operating system of a pod.", fields: { name: "linux or windows." } },
};
