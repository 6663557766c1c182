export { startTestKubelet, type TerminalSize, type TestKubelet, type TestKubeletOptions } from "./test-kubelet.ts";
