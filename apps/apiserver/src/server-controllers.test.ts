import { expect, test } from "vitest";
import { serverControllers } from "./server-controllers.ts";

const name = "validatingadmissionpolicy-status-controller";

test.each<[readonly string[], boolean, readonly string[]]>([
  [["*"], true, ["*"]],
  [[], false, []],
  [["namespace"], false, ["namespace"]],
  [[name], true, []],
  [["*", `-${name}`], false, ["*"]],
  [[name, `-${name}`, "namespace"], true, ["namespace"]],
])("%j", (names, checkPolicyTypes, others) => {
  expect(serverControllers(names)).toEqual({ checkPolicyTypes, others });
});
