export type { ModuleLog } from "./module-log.ts";
export { redactedTarget } from "./redact.ts";
export { type RequestLogOptions, requestLog } from "./request-log.ts";
