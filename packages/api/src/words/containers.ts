import type { Words } from "./words.ts";

const optional = "Whether it may be absent.";
const secondsDefault = (what: string, value: number): string => `${what} Default ${value}.`;
const quantities = "Amounts by the name of what is counted: cpu, memory, ephemeral-storage and others.";

/** The parts of containers, and how they are. */
export const containerWords: Words = {
  ContainerPort: {
    is: "A port at which a container listens.",
    fields: {
      containerPort: "Its number.",
      name: "What it is called, for services and probes. Each name once in a pod.",
      protocol: "TCP, UDP or SCTP. Default TCP.",
      hostPort: "At which port of the node it is reached too.",
      hostIP: "At which address of the node.",
    },
  },
  EnvVar: {
    is: "A variable of a container's environment.",
    fields: {
      name: "What it is called.",
      value: "Its value; $(NAME) in it is the value of another variable.",
      valueFrom: "Where its value comes from instead.",
    },
  },
  EnvVarSource: {
    is: "Where the value of a variable comes from: one of these.",
    fields: {
      fieldRef: "A field of the pod.",
      resourceFieldRef: "How much of something the container may take.",
      configMapKeyRef: "A key of a ConfigMap.",
      secretKeyRef: "A key of a Secret.",
    },
  },
  EnvFromSource: {
    is: "Where variables come from: every key of an object becomes one.",
    fields: {
      prefix: "What their names begin with.",
      configMapRef: "The ConfigMap.",
      secretRef: "The Secret.",
    },
  },
  ConfigMapEnvSource: { is: "A ConfigMap.", fields: { name: "What it is called.", optional } },
  SecretEnvSource: { is: "A Secret.", fields: { name: "What it is called.", optional } },
  ConfigMapKeySelector: {
    is: "A key of a ConfigMap.",
    fields: { name: "What the ConfigMap is called.", key: "The key.", optional },
  },
  SecretKeySelector: {
    is: "A key of a Secret.",
    fields: { name: "What the Secret is called.", key: "The key.", optional },
  },
  ObjectFieldSelector: {
    is: "A field of the pod.",
    fields: {
      fieldPath: "Which: metadata.name, status.podIP and the like.",
      apiVersion: "In which version of the API.",
    },
  },
  ResourceFieldSelector: {
    is: "How much of something a container asks for, or may take.",
    fields: {
      resource: "Of what, and which: limits.cpu, requests.memory.",
      containerName: "Which container, where that is not clear.",
      divisor: "In which unit. Default 1.",
    },
  },
  ResourceRequirements: {
    is: "How much of a node something needs, and how much it may take.",
    fields: {
      requests: `What is set aside for it. ${quantities}`,
      limits: `What it cannot go beyond. ${quantities}`,
      claims: "Devices of the pod's claims that it uses.",
    },
  },
  VolumeResourceRequirements: {
    is: "How large a volume has to be.",
    fields: { requests: "At least so much.", limits: "At most so much." },
  },
  ContainerResizePolicy: {
    is: "What happens to a container when it may take more or less of something.",
    fields: { resourceName: "Of what: cpu or memory.", restartPolicy: "NotRequired or RestartContainer." },
  },
  Probe: {
    is: "How it is found out how a container is: one way of asking, and how often.",
    fields: {
      exec: "By a command that ends with 0.",
      httpGet: "By a request that is answered with 200 to 399.",
      tcpSocket: "By a connection that comes about.",
      grpc: "By the health service of gRPC.",
      initialDelaySeconds: "How long to wait after the start, in seconds.",
      periodSeconds: secondsDefault("How often, in seconds.", 10),
      timeoutSeconds: secondsDefault("How long an answer may take, in seconds.", 1),
      successThreshold: secondsDefault("How many good answers make it good again.", 1),
      failureThreshold: secondsDefault("How many bad answers make it bad.", 3),
      terminationGracePeriodSeconds: "How long the pod has to end after a bad probe, in seconds.",
    },
  },
  HTTPGetAction: {
    is: "A request that is made of a container.",
    fields: {
      port: "At which port, by number or name.",
      path: "For which path. Default /.",
      host: "Of whom, if not of the pod.",
      scheme: "HTTP or HTTPS. Default HTTP.",
      httpHeaders: "With which headers.",
    },
  },
  HTTPHeader: { is: "A header of a request.", fields: { name: "Its name.", value: "Its value." } },
  TCPSocketAction: {
    is: "A connection that is made to a container.",
    fields: { port: "To which port, by number or name.", host: "To whom, if not to the pod." },
  },
  GRPCAction: {
    is: "A call of gRPC's health service.",
    fields: { port: "At which port.", service: "The service that is asked for." },
  },
  ExecAction: {
    is: "A command that runs in a container.",
    fields: { command: "The program and its arguments. No shell." },
  },
  SleepAction: { is: "Waiting.", fields: { seconds: "How long." } },
  Lifecycle: {
    is: "What is done when a container starts and ends.",
    fields: {
      postStart: "Right after it started. If it fails, the container ends.",
      preStop: "Before it is asked to end.",
      stopSignal: "The signal by which it is asked to end.",
    },
  },
  LifecycleHandler: {
    is: "Something that is done: one of these.",
    fields: {
      exec: "A command.",
      httpGet: "A request.",
      sleep: "Waiting.",
      tcpSocket: "No longer supported.",
    },
  },
  VolumeMount: {
    is: "A volume as a container sees it.",
    fields: {
      name: "Which volume of the pod.",
      mountPath: "Where it is seen.",
      subPath: "Which folder or file of it. Default all of it.",
      subPathExpr: "The same, with $(NAME) for variables.",
      readOnly: "Whether nothing can be written to it.",
      recursiveReadOnly: "Whether that holds for what is mounted within too: Disabled, IfPossible or Enabled.",
      mountPropagation: "Whether mounts within go to and fro: None, HostToContainer or Bidirectional.",
    },
  },
  VolumeDevice: {
    is: "A volume as a raw device.",
    fields: { name: "Which volume of the pod.", devicePath: "Where it is seen." },
  },
  SecurityContext: {
    is: "With which rights a container runs.",
    fields: {
      runAsUser: "As which user, by number.",
      runAsGroup: "With which group, by number.",
      runAsNonRoot: "Whether it may not run as user 0.",
      privileged: "Whether it has all rights of the node.",
      allowPrivilegeEscalation: "Whether a process may get more rights than the one that began it.",
      readOnlyRootFilesystem: "Whether its own files cannot be changed.",
      capabilities: "Single rights that it gets or loses.",
      seccompProfile: "Which system calls it may make.",
      appArmorProfile: "What AppArmor lets it do.",
      seLinuxOptions: "Its labels for SELinux.",
      procMount: "How it sees /proc: Default or Unmasked.",
      windowsOptions: "The same on Windows.",
    },
  },
  PodSecurityContext: {
    is: "With which rights the containers of a pod run, where they do not say themselves.",
    fields: {
      runAsUser: "As which user, by number.",
      runAsGroup: "With which group, by number.",
      runAsNonRoot: "Whether they may not run as user 0.",
      fsGroup: "The group that owns its volumes.",
      fsGroupChangePolicy: "When owners of files are changed: OnRootMismatch or Always.",
      supplementalGroups: "Further groups.",
      supplementalGroupsPolicy: "Whether groups of the image count too: Merge or Strict.",
      sysctls: "Settings of the kernel.",
      seccompProfile: "Which system calls they may make.",
      appArmorProfile: "What AppArmor lets them do.",
      seLinuxOptions: "Their labels for SELinux.",
      seLinuxChangePolicy: "How volumes get those labels: MountOption or Recursive.",
      windowsOptions: "The same on Windows.",
    },
  },
  Capabilities: { is: "Single rights of processes.", fields: { add: "Those it gets.", drop: "Those it loses." } },
  SeccompProfile: {
    is: "Which system calls may be made.",
    fields: {
      type: "RuntimeDefault, Localhost or Unconfined.",
      localhostProfile: "The file of a profile, of type Localhost.",
    },
  },
  AppArmorProfile: {
    is: "What AppArmor lets a container do.",
    fields: {
      type: "RuntimeDefault, Localhost or Unconfined.",
      localhostProfile: "The name of a loaded profile, of type Localhost.",
    },
  },
  SELinuxOptions: {
    is: "Labels for SELinux.",
    fields: { user: "The user.", role: "The role.", type: "The type.", level: "The level." },
  },
  Sysctl: { is: "A setting of the kernel.", fields: { name: "What it is called.", value: "Its value." } },
  WindowsSecurityContextOptions: {
    is: "Rights on Windows.",
    fields: {
      runAsUserName: "As which user.",
      hostProcess: "Whether it is a process of the node.",
      gmsaCredentialSpecName: "The name of a credential of the group.",
      gmsaCredentialSpec: "That credential itself.",
    },
  },
  PodTemplateSpec: {
    is: "What pods are made after.",
    fields: { metadata: "Their labels and annotations.", spec: "What they consist of." },
  },
  PodStatus: {
    is: "How a pod is. It is told by the node, and may be some seconds old.",
    fields: {
      phase: "Pending, Running, Succeeded, Failed or Unknown.",
      conditions: "What it has come to: PodScheduled, Initialized, ContainersReady, Ready and others.",
      containerStatuses: "How its containers are.",
      initContainerStatuses: "How those are that run first.",
      ephemeralContainerStatuses: "How those are that were added.",
      podIP: "Its address.",
      podIPs: "Its addresses, one a family.",
      hostIP: "The address of its node.",
      hostIPs: "The addresses of its node.",
      startTime: "When its node took it.",
      qosClass: "How soon it has to go when the node runs short: Guaranteed, Burstable or BestEffort.",
      reason: "Why it is so, in one word.",
      message: "Why it is so.",
      nominatedNodeName: "The node on which room is being made for it.",
      resize: "How far a change of its resources has come.",
      resourceClaimStatuses: "The claims that were made for it.",
      observedGeneration: "Which generation of it the node has looked at.",
    },
  },
  PodCondition: {
    is: "One thing that a pod has come to, or not.",
    fields: {
      type: "What it is about.",
      status: "True, False or Unknown.",
      reason: "Why, in one word for programs.",
      message: "Why, in words for people.",
      lastProbeTime: "When it was last looked at.",
      lastTransitionTime: "Since when the status is what it is.",
      observedGeneration: "Which generation of the pod was looked at.",
    },
  },
  PodIP: { is: "An address of a pod.", fields: { ip: "The address." } },
  HostIP: { is: "An address of a node.", fields: { ip: "The address." } },
  ContainerStatus: {
    is: "How a container is.",
    fields: {
      name: "Which container.",
      state: "What it does now.",
      lastState: "How it ended the last time.",
      ready: "Whether it can take requests.",
      started: "Whether it has come up.",
      restartCount: "How often it was started anew.",
      image: "The image that it runs.",
      imageID: "Exactly which image that is.",
      containerID: "What the node's runtime calls it.",
      resources: "What it may take now.",
      allocatedResources: "What the node has set aside for it.",
      allocatedResourcesStatus: "How its devices are.",
      volumeMounts: "How its volumes are mounted.",
      user: "As whom it runs.",
      stopSignal: "The signal by which it is asked to end.",
    },
  },
  ContainerState: {
    is: "What a container does: one of these.",
    fields: { waiting: "It has not begun.", running: "It runs.", terminated: "It has ended." },
  },
  ContainerStateWaiting: {
    is: "Why a container has not begun.",
    fields: { reason: "In one word.", message: "In words." },
  },
  ContainerStateRunning: { is: "A container runs.", fields: { startedAt: "Since when." } },
  ContainerStateTerminated: {
    is: "How a container ended.",
    fields: {
      exitCode: "What it ended with.",
      signal: "The signal that ended it.",
      reason: "Why, in one word.",
      message: "What it left as its last words.",
      startedAt: "When it began.",
      finishedAt: "When it ended.",
      containerID: "What the node's runtime calls it.",
    },
  },
};
