import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees what nothing refers to any more. */
export const collectGarbage: () => void = (() => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();
