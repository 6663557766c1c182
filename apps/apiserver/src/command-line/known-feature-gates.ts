/** A feature gate of version 1.33. */
export interface FeatureGate {
  /** Empty for gates of features that are stable. */
  readonly stage: "ALPHA" | "BETA" | "DEPRECATED" | "";
  readonly enabledByDefault: boolean;
}

const gates = (
  stage: FeatureGate["stage"],
  enabledByDefault: boolean,
  names: string,
): readonly (readonly [string, FeatureGate])[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => [name, { stage, enabledByDefault }] as const);

/** Feature gates of version 1.33 by name. Most of them change nothing in this server. */
export const knownFeatureGates: ReadonlyMap<string, FeatureGate> = new Map([
  ...gates(
    "",
    true,
    `
      AnyVolumeDataSource BtreeWatchCache CPUManagerPolicyOptions CRDValidationRatcheting
      CSIMigrationPortworx ComponentSLIs CronJobsScheduledAnnotation CustomResourceFieldSelectors
      DevicePluginCDIDevices ElasticIndexedJob ExecProbeTimeout HonorPVReclaimPolicy
      JobBackoffLimitPerIndex JobSuccessPolicy LoadBalancerIPMode LogarithmicScaleDown
      MatchLabelKeysInPodAffinity MemoryManager MultiCIDRServiceAllocator NFTablesProxyMode
      NodeInclusionPolicyInPodTopologySpread PodDisruptionConditions PodIndexLabel
      PodSchedulingReadiness RecursiveReadOnlyMounts RetryGenerateName ServiceAccountTokenJTI
      ServiceAccountTokenNodeBinding ServiceAccountTokenNodeBindingValidation
      ServiceAccountTokenPodNodeInfo ServiceTrafficDistribution SidecarContainers
      SizeMemoryBackedVolumes StatefulSetAutoDeletePVC StatefulSetStartOrdinal
      StrictCostEnforcementForVAP StrictCostEnforcementForWebhooks
      StructuredAuthorizationConfiguration TopologyAwareHints TopologyManagerPolicyOptions
    `,
  ),
  ...gates(
    "ALPHA",
    false,
    `
      APIServingWithRoutine AllAlpha AllowUnsafeMalformedObjectDeletion CBORServingAndStorage
      CPUManagerPolicyAlphaOptions CSIVolumeHealth ClientsAllowCBOR ClientsPreferCBOR
      CloudControllerManagerWebhook ComponentFlagz ComponentStatusz ContainerStopSignals
      CrossNamespaceVolumeDataSource CustomCPUCFSQuotaPeriod DRAAdminAccess DRADeviceTaints
      DRAPartitionableDevices DRAPrioritizedList DeploymentReplicaSetTerminatingReplicas
      EventedPLEG ExternalServiceAccountTokenSigner HPAConfigurableTolerance HPAScaleToZero
      InPlacePodVerticalScalingExclusiveCPUs InTreePluginPortworxUnregister
      InformerResourceVersion KubeletCrashLoopBackOffMax KubeletEnsureSecretPulledImages
      KubeletInUserNamespace KubeletPSI KubeletPodResourcesDynamicResources KubeletPodResourcesGet
      KubeletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot LoggingAlphaOptions
      MaxUnavailableStatefulSet MemoryQoS MutableCSINodeAllocatableCount MutatingAdmissionPolicy
      PodAndContainerStatsFromCRI PodLevelResources PodLogsQuerySplitStreams
      PodObservedGenerationTracking PodTopologyLabelsAdmission PreferSameTrafficDistribution
      QOSReserved ReduceDefaultCrashLoopBackOffDecay ResourceHealthStatus
      RuntimeClassInImageCriApi StorageCapacityScoring StorageVersionAPI StorageVersionMigrator
      StrictIPCIDRValidation TopologyManagerPolicyAlphaOptions UnknownVersionInteroperabilityProxy
      UserNamespacesPodSecurityStandards WindowsCPUAndMemoryAffinity WindowsGracefulNodeShutdown
    `,
  ),
  ...gates(
    "BETA",
    false,
    `
      AllBeta ClusterTrustBundle ClusterTrustBundleProjection ConcurrentWatchObjectDecode
      CoordinatedLeaderElection DeclarativeValidationTakeover DisableAllocatorDualWrite
      DynamicResourceAllocation ImageVolume LocalStorageCapacityIsolationFSQuotaMonitoring
      NodeLogQuery SELinuxMount VolumeAttributesClass WatchCacheInitializationPostStartHook
      WatchList WatchListClient
    `,
  ),
  ...gates(
    "BETA",
    true,
    `
      APIResponseCompression APIServerIdentity APIServerTracing AllowParsingUserUIDFromCertAuth
      AnonymousAuthConfigurableEndpoints AuthorizeNodeWithSelectors AuthorizeWithSelectors
      CPUManagerPolicyBetaOptions ConsistentListFromCache ContainerCheckpoint ContextualLogging
      DRAResourceClaimDeviceStatus DeclarativeValidation DisableCPUQuotaWithExclusiveCPUs
      GracefulNodeShutdown GracefulNodeShutdownBasedOnPodPriority ImageMaximumGCAge
      InOrderInformers InPlacePodVerticalScaling JobManagedBy JobPodReplacementPolicy
      KubeletCgroupDriverFromCRI KubeletFineGrainedAuthz KubeletSeparateDiskGC KubeletTracing
      LoggingBetaOptions MatchLabelKeysInPodTopologySpread NodeSwap OpenAPIEnums
      OrderedNamespaceDeletion PodDeletionCost PodLifecycleSleepAction
      PodLifecycleSleepActionAllowZero PodReadyToStartContainersCondition PortForwardWebsockets
      ProcMountType RecoverVolumeExpansionFailure RelaxedDNSSearchValidation
      RelaxedEnvironmentVariableValidation ReloadKubeletServerCertificateFile
      RemoteRequestHeaderUID ResilientWatchCacheInitialization RotateKubeletServerCertificate
      SELinuxChangePolicy SELinuxMountReadWriteOncePod SchedulerAsyncPreemption
      SchedulerPopFromBackoffQ SchedulerQueueingHints SeparateTaintEvictionController
      ServiceAccountNodeAudienceRestriction StorageVersionHash StreamingCollectionEncodingToJSON
      StreamingCollectionEncodingToProtobuf StructuredAuthenticationConfiguration
      SupplementalGroupsPolicy SystemdWatchdog TopologyManagerPolicyBetaOptions
      TranslateStreamCloseWebsocketRequests UnauthenticatedHTTP2DOSMitigation
      UserNamespacesSupport WinDSR WinOverlay
    `,
  ),
  ...gates(
    "DEPRECATED",
    false,
    `
      AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests
      AllowOverwriteTerminationGracePeriodSeconds AllowServiceLBStatusOnNonLB GitRepoVolumeDriver
      InPlacePodVerticalScalingAllocatedStatus KMSv1 KubeletRegistrationGetOnExistsOnly
      LegacySidecarContainers SeparateCacheWatchRPC WatchFromStorageWithoutResourceVersion
      WindowsHostNetwork
    `,
  ),
  ...gates(
    "DEPRECATED",
    true,
    `
      AggregatedDiscoveryRemoveBetaType DisableNodeKubeProxyVersion StorageNamespaceIndex
    `,
  ),
]);

/** Stable gates that can be changed nevertheless. */
const stillOpen: ReadonlySet<string> = new Set([
  "ExecProbeTimeout",
  "MultiCIDRServiceAllocator",
  "TopologyManagerPolicyOptions",
]);
/** Deprecated gates that can't be changed any more. */
const closed: ReadonlySet<string> = new Set(["AllowServiceLBStatusOnNonLB", "WatchFromStorageWithoutResourceVersion"]);

/** True for a gate that is locked to its default in version 1.33. */
export function isLocked(name: string, { stage }: FeatureGate): boolean {
  return closed.has(name) || (stage === "" && !stillOpen.has(name));
}
