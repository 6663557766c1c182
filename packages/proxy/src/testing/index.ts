export { startTestKubelet, type TestKubelet, type TestKubeletOptions } from "./test-kubelet.ts";
