// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Devices that a driver publishes for one node, or for several. */
export interface ResourceSlice {
  kind: "ResourceSlice";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: ResourceSliceSpec;
}

export interface ResourceSliceSpec {
  driver: string;
  pool: ResourcePool;
  nodeName?: string;
  nodeSelector?: corev1.NodeSelector;
  allNodes?: boolean;
  devices?: Device[];
  perDeviceNodeSelection?: boolean;
  sharedCounters?: CounterSet[];
}

export interface CounterSet {
  name: string;
  counters: Record<string, Counter>;
}

export interface ResourcePool {
  name: string;
  generation: number;
  resourceSliceCount: number;
}

export interface Device {
  name: string;
  attributes?: Record<string, DeviceAttribute>;
  capacity?: Record<string, DeviceCapacity>;
  consumesCounters?: DeviceCounterConsumption[];
  nodeName?: string;
  nodeSelector?: corev1.NodeSelector;
  allNodes?: boolean;
  taints?: DeviceTaint[];
}

export interface DeviceCounterConsumption {
  counterSet: string;
  counters: Record<string, Counter>;
}

export interface DeviceCapacity {
  value: string;
}

export interface Counter {
  value: string;
}

export interface DeviceAttribute {
  int?: number;
  bool?: boolean;
  string?: string;
  version?: string;
}

export interface DeviceTaint {
  key: string;
  value?: string;
  effect: "NoExecute" | "NoSchedule";
  timeAdded?: string | null;
}

export interface ResourceSliceList {
  kind: "ResourceSliceList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ResourceSlice[];
}

/** Request for devices, which are allocated for the pods that use the claim. */
export interface ResourceClaim {
  kind: "ResourceClaim";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

export interface DeviceClaim {
  requests?: DeviceRequest[];
  constraints?: DeviceConstraint[];
  config?: DeviceClaimConfiguration[];
}

export interface DeviceRequest {
  name: string;
  exactly?: ExactDeviceRequest;
  firstAvailable?: DeviceSubRequest[];
}

export interface ExactDeviceRequest {
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: string;
  count?: number;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
}

export interface DeviceSubRequest {
  name: string;
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: string;
  count?: number;
  tolerations?: DeviceToleration[];
}

export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

export interface CELDeviceSelector {
  expression: string;
}

export interface DeviceConstraint {
  requests?: string[];
  matchAttribute?: string;
}

export interface DeviceClaimConfiguration {
  requests?: string[];
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

export interface OpaqueDeviceConfiguration {
  driver: string;
  parameters: object;
}

export interface DeviceToleration {
  key?: string;
  operator?: "Equal" | "Exists";
  value?: string;
  effect?: "NoExecute" | "NoSchedule";
  tolerationSeconds?: number;
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  reservedFor?: ResourceClaimConsumerReference[];
  devices?: AllocatedDeviceStatus[];
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  resource: string;
  name: string;
  uid: string;
}

export interface AllocationResult {
  devices?: DeviceAllocationResult;
  nodeSelector?: corev1.NodeSelector;
}

export interface DeviceAllocationResult {
  results?: DeviceRequestAllocationResult[];
  config?: DeviceAllocationConfiguration[];
}

export interface DeviceRequestAllocationResult {
  request: string;
  driver: string;
  pool: string;
  device: string;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
}

export interface DeviceAllocationConfiguration {
  source: string;
  requests?: string[];
  opaque?: OpaqueDeviceConfiguration;
}

export interface ResourceClaimList {
  kind: "ResourceClaimList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ResourceClaim[];
}

/** Named category of devices that resource claims can request, with selectors and configuration for all devices of the category. */
export interface DeviceClass {
  kind: "DeviceClass";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: DeviceClassSpec;
}

export interface DeviceClassSpec {
  selectors?: DeviceSelector[];
  config?: DeviceClassConfiguration[];
}

export interface DeviceClassConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceClassList {
  kind: "DeviceClassList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: DeviceClass[];
}

/** Template from which a resource claim is created for each pod. */
export interface ResourceClaimTemplate {
  kind: "ResourceClaimTemplate";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateSpec {
  metadata?: metav1.ObjectMeta;
  spec: ResourceClaimSpec;
}

export interface ResourceClaimTemplateList {
  kind: "ResourceClaimTemplateList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: ResourceClaimTemplate[];
}

export interface AllocatedDeviceStatus {
  driver: string;
  pool: string;
  device: string;
  conditions?: metav1.Condition[];
  data?: object;
  networkData?: NetworkDeviceData;
}

export interface NetworkDeviceData {
  interfaceName?: string;
  ips?: string[];
  hardwareAddress?: string;
}
