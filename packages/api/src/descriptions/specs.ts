import type { TypeDescriptions } from "@svc/schema";

const replicas = "Desired number of pods. Default 1.";
const selector = "Label selector of the pods. Must match the labels of the template.";
const immutableSelector = `${selector} Immutable.`;
const template = "Template from which pods are created.";
const minReadySeconds = "Seconds for which a new pod must be ready, without crashes, to count as available. Default 0.";
const revisionHistoryLimit = "Number of old revisions that are kept for rollback. Default 10.";

const containerFields = {
  name: "Name of the container, unique in the pod. A DNS label. Immutable.",
  image: "Container image to run.",
  imagePullPolicy:
    "When the image is pulled: Always, IfNotPresent or Never. Default Always for the tag latest, else IfNotPresent.",
  command:
    "Entry point, run without a shell. If absent, that of the image. $(NAME) is replaced by environment variables.",
  args: "Arguments of the entry point. If absent, those of the image. $(NAME) is replaced by environment variables.",
  workingDir: "Working directory. If absent, that of the image.",
  ports: "Ports that the container exposes. Informative: ports that aren't listed can be reachable as well.",
  env: "Environment variables.",
  envFrom: "ConfigMaps and Secrets whose keys become environment variables. Values in env take precedence.",
  resources: "Compute resources that the container requires.",
  volumeMounts: "Volumes to mount, and the paths at which they are mounted.",
  livenessProbe: "Probe that determines whether the container is alive. If it fails, the container is restarted.",
  readinessProbe:
    "Probe that determines whether the container is ready. While it fails, services don't send traffic to the pod.",
  startupProbe:
    "Probe that determines whether the container has started. Other probes wait for it. If it fails, the container is restarted.",
  lifecycle: "Actions when the container starts or stops.",
  securityContext: "Security settings of the container. They take precedence over those of the pod.",
  stdin: "If true, the container has a standard input to which clients can attach. Default false.",
  stdinOnce: "If true, the standard input is closed when the first client detaches. Default false.",
  tty: "If true, the container has a terminal. Requires stdin. Default false.",
  volumeDevices: "Raw block volumes to map, and the paths of their devices.",
  resizePolicy: "Whether the container restarts when a resource is resized, by resource.",
  restartPolicy:
    "Restart policy of an init container. The only value is Always, which makes it a sidecar that runs until the pod ends.",
  terminationMessagePath: "File from which the termination message is read. Default /dev/termination-log.",
  terminationMessagePolicy:
    "Source of the termination message: File, or FallbackToLogsOnError, which uses the log of a failed container if the file is empty. Default File.",
} as const;

/** Containers, and the specs of pods, workloads, services and autoscalers. */
export const specDescriptions: TypeDescriptions = {
  Container: { description: "A container of a pod.", fields: containerFields },
  EphemeralContainer: {
    description: "A container that is added to a running pod for debugging. It is never restarted.",
    fields: {
      ...containerFields,
      targetContainerName: "Container whose process namespace is shared. If absent, that of the pod.",
    },
  },
  PodSpec: {
    description: "Desired state of a pod.",
    fields: {
      containers: "Containers of the pod. At least one. Containers can't be added or removed later.",
      initContainers:
        "Containers that run one after another before the others start. Those with restartPolicy Always keep running as sidecars.",
      ephemeralContainers: "Containers for debugging. Added through the subresource ephemeralcontainers.",
      volumes: "Volumes that the containers can mount.",
      restartPolicy: "When containers are restarted: Always, OnFailure or Never. Default Always.",
      nodeName: "Node of the pod. Empty until the pod is scheduled.",
      nodeSelector: "Labels that the node must have.",
      affinity: "Scheduling constraints on nodes and on other pods.",
      tolerations: "Tolerations of node taints.",
      topologySpreadConstraints: "How pods are spread over zones, nodes and other topology domains.",
      serviceAccountName: "Service account of the pod. Default default.",
      terminationGracePeriodSeconds:
        "Seconds that the processes have for a graceful shutdown. 0 stops them immediately. Default 30.",
      activeDeadlineSeconds: "Seconds after which the pod is stopped and marked as failed. If absent, no limit.",
      dnsPolicy: "DNS policy: ClusterFirst, ClusterFirstWithHostNet, Default or None. Default ClusterFirst.",
      hostNetwork: "If true, the pod uses the network namespace of the node. Default false.",
      imagePullSecrets: "Secrets with registry credentials for the images.",
      priorityClassName: "Priority class of the pod. If absent, the global default class, or priority 0.",
      securityContext: "Security settings of the pod, and defaults for its containers.",
      schedulerName: "Scheduler that assigns the pod to a node. Default default-scheduler.",
      automountServiceAccountToken: "Whether a token of the service account is mounted. Overrides the service account.",
      serviceAccount: "Deprecated: use serviceAccountName.",
      hostname: "Host name of the pod. Default its name.",
      subdomain: "Subdomain of the pod: its full name is <hostname>.<subdomain>.<namespace>.svc.<cluster domain>.",
      setHostnameAsFQDN: "If true, the host name of the kernel is the fully qualified name. Default false.",
      hostAliases: "Additional entries of /etc/hosts.",
      dnsConfig: "DNS settings, merged with the settings of dnsPolicy.",
      enableServiceLinks: "Whether services of the namespace are injected as environment variables. Default true.",
      hostIPC: "If true, the pod uses the IPC namespace of the node. Default false.",
      hostPID: "If true, the pod uses the process namespace of the node. Default false.",
      hostUsers: "If false, the pod has its own user namespace. Default true.",
      shareProcessNamespace: "If true, all containers share one process namespace. Default false.",
      os: "Operating system of the containers. Restricts some fields of the pod.",
      overhead: "Overhead of the runtime class, by resource name. Set during admission.",
      preemptionPolicy: "Whether the pod can preempt pods with a lower priority. Set from the priority class.",
      priority: "Priority of the pod. Higher numbers are more important. Set from the priority class.",
      readinessGates: "Additional conditions that must be True for the pod to be ready.",
      resourceClaims: "Resource claims whose devices the containers can use. Immutable.",
      resources: "Compute resources of the pod as a whole, which its containers share.",
      runtimeClassName: "Runtime class that runs the pod. If absent, the default runtime.",
      schedulingGates: "Gates that must be removed before the pod is scheduled. Can be set only at creation.",
    },
  },
  DeploymentSpec: {
    description: "Desired state of a deployment.",
    fields: {
      replicas,
      selector: immutableSelector,
      template,
      strategy: "How old pods are replaced by new ones.",
      minReadySeconds,
      revisionHistoryLimit,
      paused: "If true, changes of the template aren't rolled out.",
      progressDeadlineSeconds: "Seconds without progress after which the rollout counts as failed. Default 600.",
    },
  },
  ReplicaSetSpec: {
    description: "Desired state of a replica set.",
    fields: { replicas, selector: immutableSelector, template, minReadySeconds },
  },
  StatefulSetSpec: {
    description: "Desired state of a stateful set.",
    fields: {
      replicas,
      selector: immutableSelector,
      template,
      serviceName: "Headless service that gives the pods their DNS names. Immutable.",
      volumeClaimTemplates: "Templates of the claims that are created for each pod and kept with its identity.",
      podManagementPolicy:
        "OrderedReady starts pods one by one, Parallel all at once. Default OrderedReady. Immutable.",
      updateStrategy: "How pods are replaced when the template changes.",
      minReadySeconds,
      revisionHistoryLimit,
      ordinals: "Numbering of the pods.",
      persistentVolumeClaimRetentionPolicy: "What happens to claims of pods that no longer exist.",
    },
  },
  DaemonSetSpec: {
    description: "Desired state of a daemon set.",
    fields: {
      selector: immutableSelector,
      template,
      updateStrategy: "How pods are replaced when the template changes.",
      minReadySeconds,
      revisionHistoryLimit,
    },
  },
  JobSpec: {
    description: "Desired state of a job.",
    fields: {
      template,
      parallelism: "Maximum number of pods that run at the same time. Default 1.",
      completions: "Number of pods that must succeed. If absent, the success of any pod completes the job.",
      backoffLimit: "Number of retries before the job fails. Default 6.",
      activeDeadlineSeconds: "Seconds after the start at which the job is stopped and fails. If absent, no limit.",
      ttlSecondsAfterFinished: "Seconds after which a finished job is deleted. If absent, it is kept.",
      suspend: "If true, no pods run. Suspending a running job deletes its pods. Default false.",
      selector: "Label selector of the pods. Usually set by the server. Immutable.",
      manualSelector: "If true, the client chooses the selector and must ensure that it is unique.",
      managedBy: "Controller that manages the job, for example example.com/controller. Immutable.",
      backoffLimitPerIndex: "Number of retries for each index, of indexed jobs.",
      maxFailedIndexes: "Number of failed indexes at which the job fails. Requires backoffLimitPerIndex.",
      podFailurePolicy: "How pod failures are handled, by exit code or pod condition.",
      podReplacementPolicy: "When a pod is replaced: TerminatingOrFailed or Failed.",
      successPolicy: "Criteria by which an indexed job succeeds before all indexes have succeeded.",
      completionMode: "How completions are counted: NonIndexed, or Indexed with one success for each index.",
    },
  },
  CronJobSpec: {
    description: "Desired state of a cron job.",
    fields: {
      schedule: "Schedule in cron format.",
      timeZone: "IANA name of the schedule's time zone. Default the time zone of the controller.",
      jobTemplate: "Template from which jobs are created.",
      concurrencyPolicy: "What happens if the previous job is still running: Allow, Forbid or Replace. Default Allow.",
      startingDeadlineSeconds: "Seconds after the scheduled time within which a job can still start.",
      suspend: "If true, no new jobs are started. Default false.",
      successfulJobsHistoryLimit: "Number of succeeded jobs that are kept. Default 3.",
      failedJobsHistoryLimit: "Number of failed jobs that are kept. Default 1.",
    },
  },
  ServiceSpec: {
    description: "Desired state of a service.",
    fields: {
      selector: "Labels of the pods that receive the traffic. If empty, the endpoints are managed externally.",
      ports: "Ports of the service.",
      type: "ClusterIP, NodePort, LoadBalancer or ExternalName. Default ClusterIP.",
      clusterIP: "IP address in the cluster, or None for a headless service. Allocated by the server if absent.",
      clusterIPs: "IP addresses in the cluster, at most one for each IP family. The first equals clusterIP.",
      externalIPs: "Additional IP addresses at which nodes accept traffic. Routing them is up to the user.",
      externalName: "DNS name that the service is an alias of, for the type ExternalName.",
      sessionAffinity: "Whether a client always gets the same pod: ClientIP or None. Default None.",
      ipFamilies: "IP families: IPv4, IPv6. The first one is primary.",
      ipFamilyPolicy: "SingleStack, PreferDualStack or RequireDualStack. Default SingleStack.",
      loadBalancerClass: "Class of the load balancer. If absent, the default implementation. Immutable once set.",
      externalTrafficPolicy: "Whether external traffic can go to other nodes: Cluster or Local. Default Cluster.",
      internalTrafficPolicy: "Whether internal traffic can go to other nodes: Cluster or Local. Default Cluster.",
      sessionAffinityConfig: "Settings of session affinity.",
      allocateLoadBalancerNodePorts: "Whether node ports are allocated for the type LoadBalancer. Default true.",
      healthCheckNodePort: "Node port at which load balancers check whether the node has pods of the service.",
      loadBalancerIP: "Deprecated. Requested IP address of the load balancer. Not all implementations support it.",
      loadBalancerSourceRanges: "Client address ranges that can use the load balancer, if it supports them.",
      trafficDistribution: "Preference among endpoints, for example PreferClose.",
      publishNotReadyAddresses: "If true, DNS and endpoints include pods that aren't ready. Default false.",
    },
  },
  HorizontalPodAutoscalerSpec: {
    description: "Desired state of an autoscaler.",
    fields: {
      scaleTargetRef: "Workload to scale.",
      minReplicas: "Minimum number of replicas. Default 1.",
      maxReplicas: "Maximum number of replicas. Not less than minReplicas.",
      metrics:
        "Metrics with their targets. The metric that demands most replicas decides. Default 80% CPU utilization.",
      behavior: "How fast the autoscaler scales up and down.",
      targetCPUUtilizationPercentage: "Target for the average CPU use of the pods, in percent of their requests.",
    },
  },
};
