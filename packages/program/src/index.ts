export { controllersOf } from "./controllers.ts";
export { readFlagFile, readIfExists, readOrCreate } from "./flag-file.ts";
export { type AddFlag, describeFlag, flagSection } from "./flag-help.ts";
export { createLog, type LogOptions, type ProcessLog } from "./log.ts";
export {
  boolean,
  checkedBy,
  duration,
  integer,
  list,
  type OptionType,
  pairs,
  several,
} from "./option-types.ts";
export { StartupError, step } from "./startup-error.ts";
