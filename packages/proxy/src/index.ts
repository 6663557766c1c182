export { type ProxyOptions, proxy } from "./proxy.ts";
export type { KubeletOptions } from "./targets/kubelet-options.ts";
