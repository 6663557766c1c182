import type { TypeDescriptions } from "@svc/schema";

const quantities = "Keys are resource names such as cpu, memory and ephemeral-storage.";
const configMapName = "Name of the ConfigMap.";
const secretName = "Name of the Secret.";
const optionalConfigMap = "If true, the ConfigMap or its key can be absent.";
const optionalSecret = "If true, the Secret or its key can be absent.";

/** Fields that containers and pods share in their security contexts. */
const securityFields = {
  runAsUser: "User ID of the processes. If absent, the user of the image.",
  runAsGroup: "Primary group ID of the processes. If absent, the default of the runtime.",
  runAsNonRoot: "If true, containers that would run as user 0 aren't started.",
  seccompProfile: "Seccomp profile, which restricts the system calls.",
  appArmorProfile: "AppArmor profile.",
  seLinuxOptions: "SELinux context. If absent, the runtime chooses one.",
  windowsOptions: "Settings for Windows containers.",
} as const;

/** Types that describe containers and their state. */
export const containerDescriptions: TypeDescriptions = {
  ContainerPort: {
    description: "A network port of a container.",
    fields: {
      containerPort: "Port number on the pod's IP address: 1 to 65535.",
      name: "Name of the port, unique in the pod. Services and probes can refer to it.",
      protocol: "TCP, UDP or SCTP. Default TCP.",
      hostPort: "Port number on the node. With hostNetwork it must equal containerPort.",
      hostIP: "IP address of the node to which hostPort is bound.",
    },
  },
  EnvVar: {
    description: "An environment variable of a container.",
    fields: {
      name: "Name of the variable.",
      value:
        "Value of the variable. $(NAME) is replaced by the value of an earlier variable or service variable; $$(NAME) is the literal $(NAME).",
      valueFrom: "Source of the value. Can't be used with a value.",
    },
  },
  EnvVarSource: {
    description: "Source of the value of an environment variable. Exactly one field is set.",
    fields: {
      fieldRef: "Field of the pod.",
      resourceFieldRef: "Resource request or limit of a container.",
      configMapKeyRef: "Key of a ConfigMap.",
      secretKeyRef: "Key of a Secret.",
    },
  },
  EnvFromSource: {
    description: "Source of environment variables: each key of a ConfigMap or Secret becomes a variable.",
    fields: {
      prefix: "Text put before each key to form the name of the variable.",
      configMapRef: "ConfigMap that provides the variables.",
      secretRef: "Secret that provides the variables.",
    },
  },
  ConfigMapEnvSource: {
    description: "Reference to a ConfigMap whose keys become environment variables.",
    fields: { name: configMapName, optional: "If true, the ConfigMap can be absent." },
  },
  SecretEnvSource: {
    description: "Reference to a Secret whose keys become environment variables.",
    fields: { name: secretName, optional: "If true, the Secret can be absent." },
  },
  ConfigMapKeySelector: {
    description: "Selects a key of a ConfigMap.",
    fields: { name: configMapName, key: "Key to select.", optional: optionalConfigMap },
  },
  SecretKeySelector: {
    description: "Selects a key of a Secret.",
    fields: { name: secretName, key: "Key to select.", optional: optionalSecret },
  },
  ObjectFieldSelector: {
    description: "Selects a field of the pod.",
    fields: {
      fieldPath: "Path of the field, for example metadata.name, metadata.labels['app'] or status.podIP.",
      apiVersion: "Version of the schema in which the path is written. Default v1.",
    },
  },
  ResourceFieldSelector: {
    description: "Selects a resource request or limit of a container.",
    fields: {
      resource: "Resource to select, for example limits.cpu or requests.memory.",
      containerName: "Name of the container. Required for volumes, optional for environment variables.",
      divisor: "Unit in which the value is expressed. Default 1.",
    },
  },
  ResourceRequirements: {
    description: "Compute resources that a container or pod requires.",
    fields: {
      requests: `Minimum amounts, which the scheduler reserves. Default the limits, if there are any. ${quantities}`,
      limits: `Maximum amounts. ${quantities}`,
      claims: "Resource claims of the pod that the container uses. Immutable.",
    },
  },
  VolumeResourceRequirements: {
    description: "Storage resources that a volume requires.",
    fields: { requests: "Minimum amounts; the key storage is the size.", limits: "Maximum amounts." },
  },
  ContainerResizePolicy: {
    description: "What happens to a container when one of its resources is resized.",
    fields: {
      resourceName: "Resource to which the policy applies: cpu or memory.",
      restartPolicy: "NotRequired, which resizes the running container, or RestartContainer.",
    },
  },
  Probe: {
    description:
      "A check of a container that runs periodically. Exactly one of exec, httpGet, tcpSocket and grpc is set.",
    fields: {
      exec: "Command that succeeds with exit code 0.",
      httpGet: "HTTP request that succeeds with a status from 200 to 399.",
      tcpSocket: "TCP connection that succeeds when it is established.",
      grpc: "Call of the gRPC health service.",
      initialDelaySeconds: "Seconds between the start of the container and the first probe. Default 0.",
      periodSeconds: "Seconds between probes. Default 10, minimum 1.",
      timeoutSeconds: "Seconds after which a probe times out and fails. Default 1, minimum 1.",
      successThreshold: "Consecutive successes after a failure for the probe to count as successful. Default 1.",
      failureThreshold: "Consecutive failures after a success for the probe to count as failed. Default 3.",
      terminationGracePeriodSeconds:
        "Seconds for a graceful shutdown after the probe failed. If absent, the value of the pod.",
    },
  },
  HTTPGetAction: {
    description: "An HTTP GET request to a container.",
    fields: {
      port: "Number or name of the port.",
      path: "Path of the request. Default /.",
      host: "Host to connect to. Default the IP address of the pod. Set the Host header in httpHeaders.",
      scheme: "HTTP or HTTPS. Default HTTP.",
      httpHeaders: "Additional headers of the request. A header can occur several times.",
    },
  },
  HTTPHeader: {
    description: "A header of an HTTP request.",
    fields: { name: "Name of the header.", value: "Value of the header." },
  },
  TCPSocketAction: {
    description: "A TCP connection to a container.",
    fields: { port: "Number or name of the port.", host: "Host to connect to. Default the IP address of the pod." },
  },
  GRPCAction: {
    description: "A call of the gRPC health service of a container.",
    fields: { port: "Port number.", service: "Name of the service in the health request. Default empty." },
  },
  ExecAction: {
    description: "A command in a container.",
    fields: {
      command:
        "Program and arguments, run in the root directory of the container without a shell. Exit code 0 is success.",
    },
  },
  SleepAction: { description: "A pause of a container.", fields: { seconds: "Duration in seconds." } },
  Lifecycle: {
    description: "Actions that the node performs when a container starts or stops.",
    fields: {
      postStart: "Action right after the container was created. If it fails, the container is stopped.",
      preStop: "Action before the container is stopped. Its duration counts towards the grace period.",
      stopSignal: "Signal that stops the container. If absent, the default of the image or runtime.",
    },
  },
  LifecycleHandler: {
    description: "An action of a container's life cycle. Exactly one field is set.",
    fields: {
      exec: "Command to run in the container.",
      httpGet: "HTTP request to perform.",
      sleep: "Pause.",
      tcpSocket: "Deprecated. Not supported as a life cycle action.",
    },
  },
  VolumeMount: {
    description: "Mount of a volume of the pod in a container.",
    fields: {
      name: "Name of the volume.",
      mountPath: "Path in the container at which the volume is mounted. Can't contain ':'.",
      subPath: "Path within the volume to mount. Default the root of the volume.",
      subPathExpr:
        "Like subPath, with $(NAME) replaced by environment variables of the container. Can't be used with subPath.",
      readOnly: "If true, the volume is mounted read-only. Default false.",
      recursiveReadOnly:
        "Whether submounts are read-only as well: Disabled, IfPossible or Enabled. Requires readOnly. Default Disabled.",
      mountPropagation:
        "How mounts propagate between node and container: None, HostToContainer or Bidirectional. Default None.",
    },
  },
  VolumeDevice: {
    description: "Mapping of a raw block volume into a container.",
    fields: { name: "Name of a volume that is a claim.", devicePath: "Path of the device in the container." },
  },
  SecurityContext: {
    description: "Security settings of a container. They take precedence over those of the pod.",
    fields: {
      ...securityFields,
      privileged: "If true, the container has the privileges of root on the node. Default false.",
      allowPrivilegeEscalation:
        "Whether a process can gain more privileges than its parent. Always true for privileged containers.",
      readOnlyRootFilesystem: "If true, the root file system is read-only. Default false.",
      capabilities: "Linux capabilities to add or drop.",
      procMount: "Type of the /proc mount: Default or Unmasked.",
    },
  },
  PodSecurityContext: {
    description: "Security settings of a pod, and defaults for its containers.",
    fields: {
      ...securityFields,
      fsGroup: "Group ID that owns the volumes, for volume types that support it.",
      fsGroupChangePolicy: "When the ownership of a volume is changed: OnRootMismatch or Always. Default Always.",
      supplementalGroups: "Additional group IDs of the processes.",
      supplementalGroupsPolicy: "Whether group memberships of the image apply as well: Merge or Strict. Default Merge.",
      sysctls: "Namespaced kernel parameters to set.",
      seLinuxChangePolicy: "How volumes get the SELinux label: MountOption or Recursive. Default MountOption.",
    },
  },
  Capabilities: {
    description: "Changes of the Linux capabilities of a container.",
    fields: { add: "Capabilities to add.", drop: "Capabilities to drop." },
  },
  SeccompProfile: {
    description: "Seccomp profile, which restricts the system calls of processes.",
    fields: {
      type: "RuntimeDefault, Localhost or Unconfined.",
      localhostProfile: "Path of the profile file on the node. Required for type Localhost, else not allowed.",
    },
  },
  AppArmorProfile: {
    description: "AppArmor profile, which restricts processes.",
    fields: {
      type: "RuntimeDefault, Localhost or Unconfined.",
      localhostProfile: "Name of a profile loaded on the node. Required for type Localhost, else not allowed.",
    },
  },
  SELinuxOptions: {
    description: "SELinux context of processes.",
    fields: { user: "User label.", role: "Role label.", type: "Type label.", level: "Level label." },
  },
  Sysctl: {
    description: "A kernel parameter.",
    fields: { name: "Name of the parameter.", value: "Value of the parameter." },
  },
  WindowsSecurityContextOptions: {
    description: "Security settings of Windows containers.",
    fields: {
      runAsUserName: "User that runs the entry point of the container. If absent, the user of the image.",
      hostProcess: "True for host process containers. All containers of a pod must agree, and hostNetwork must be set.",
      gmsaCredentialSpecName: "Name of the group managed service account credential.",
      gmsaCredentialSpec: "Content of the group managed service account credential.",
    },
  },
  PodTemplateSpec: {
    description: "Template of a pod.",
    fields: { metadata: "Metadata of the pods, such as labels and annotations.", spec: "Desired state of the pods." },
  },
  PodStatus: {
    description: "Observed state of a pod, reported by its node. It can lag behind.",
    fields: {
      phase: "Summary of the life cycle: Pending, Running, Succeeded, Failed or Unknown.",
      conditions: "Conditions of the pod, for example PodScheduled, Initialized, ContainersReady and Ready.",
      containerStatuses: "Statuses of the containers.",
      initContainerStatuses: "Statuses of the init containers.",
      ephemeralContainerStatuses: "Statuses of the ephemeral containers.",
      podIP: "Primary IP address of the pod. Empty until allocated.",
      podIPs: "IP addresses of the pod, at most one for each IP family. The first equals podIP.",
      hostIP: "Primary IP address of the node.",
      hostIPs: "IP addresses of the node. The first equals hostIP.",
      startTime: "Time at which the node accepted the pod, before images were pulled.",
      qosClass: "Quality of service class, derived from the resources: Guaranteed, Burstable or BestEffort.",
      reason: "Machine-readable cause of the current state, for example Evicted.",
      message: "Human-readable details of the current state.",
      nominatedNodeName: "Node on which pods are being preempted for this pod. The pod can still go to another node.",
      resize: "Deprecated: use the conditions PodResizePending and PodResizeInProgress. Progress of a resize.",
      resourceClaimStatuses: "Resource claims that were created from templates for the pod.",
      observedGeneration: "Generation of the pod that the node last processed.",
    },
  },
  PodCondition: {
    description: "One aspect of the current state of a pod.",
    fields: {
      type: "Type of the condition.",
      status: "Whether the condition holds: True, False or Unknown.",
      reason: "Machine-readable cause of the last transition, in CamelCase.",
      message: "Human-readable details of the last transition.",
      lastProbeTime: "Time at which the condition was last checked.",
      lastTransitionTime: "Time at which the status last changed.",
      observedGeneration: "Generation of the pod for which the condition was determined.",
    },
  },
  PodIP: { description: "An IP address of a pod.", fields: { ip: "IP address." } },
  HostIP: { description: "An IP address of a node.", fields: { ip: "IP address." } },
  ContainerStatus: {
    description: "Observed state of a container.",
    fields: {
      name: "Name of the container.",
      state: "Current state.",
      lastState: "State before the last restart.",
      ready: "True if the container passes its readiness probe.",
      started: "True if the container has started and passed its startup probe.",
      restartCount: "Number of restarts.",
      image: "Image that the container runs.",
      imageID: "Digest or ID of the image.",
      containerID: "ID of the container, with the runtime as scheme: <runtime>://<id>.",
      resources: "Requests and limits that are in effect.",
      allocatedResources: "Resources that the node has allocated.",
      allocatedResourcesStatus: "Health of the allocated devices.",
      volumeMounts: "Statuses of the volume mounts.",
      user: "Identity of the first process of the container.",
      stopSignal: "Signal that stops the container.",
    },
  },
  ContainerState: {
    description: "State of a container. At most one field is set; the default is waiting.",
    fields: {
      waiting: "The container isn't running yet.",
      running: "The container is running.",
      terminated: "The container has terminated.",
    },
  },
  ContainerStateWaiting: {
    description: "State of a container that isn't running yet.",
    fields: { reason: "Machine-readable cause, for example ImagePullBackOff.", message: "Human-readable details." },
  },
  ContainerStateRunning: {
    description: "State of a running container.",
    fields: { startedAt: "Time of the last start or restart." },
  },
  ContainerStateTerminated: {
    description: "State of a terminated container.",
    fields: {
      exitCode: "Exit code of the container.",
      signal: "Signal that terminated the container.",
      reason: "Machine-readable cause, for example Completed, Error or OOMKilled.",
      message: "Termination message of the container.",
      startedAt: "Time of the start.",
      finishedAt: "Time of the termination.",
      containerID: "ID of the container, with the runtime as scheme: <runtime>://<id>.",
    },
  },
};
