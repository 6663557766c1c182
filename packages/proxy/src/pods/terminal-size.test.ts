import { expect, test } from "vitest";
import { terminalSize } from "./terminal-size.ts";

test.each([
  ['{"Width":80,"Height":24}', '{"Width":80,"Height":24}\n'],
  ['{"Width":80,"Height":24}\n', '{"Width":80,"Height":24}\n'],
  ['{"height":24,"width":80,"x":[]}', '{"Width":80,"Height":24}\n'],
  ["{}", '{"Width":0,"Height":0}\n'],
  ['{"Width":-1}', ""],
  ['{"Width":65536}', ""],
  ['{"Width":1.5}', ""],
  ['{"Width":"80"}', ""],
  ["[]", ""],
  ["null", ""],
  ["80x24", ""],
  ["", ""],
])("the size %j reaches the kubelet as %j", (sent, want) => {
  expect(terminalSize(Buffer.from(sent)).toString()).toBe(want);
});
