export { type Api, createApi, type Fetch, type WatchEvent } from "./api.ts";
export {
  type Controller,
  type ControllerContext,
  type Controllers,
  type ControllersOptions,
  startControllers,
} from "./controller.ts";
export { garbageCollector } from "./garbage-collector.ts";
export { namespaceController } from "./namespace-controller.ts";
