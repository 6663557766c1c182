import { expect, test } from "vitest";
import { parseFlags } from "./flags.ts";
import { storeNameOf } from "./storage.ts";

test.each([
  { flags: [], name: "the store in /data" },
  { flags: ["--etcd-servers=foo"], name: "the store of --etcd-servers" },
  { flags: ["--storage=etcd", "--etcd-servers=foo"], name: "the store of --etcd-servers" },
  { flags: ["--storage=embedded", "--etcd-servers=foo"], name: "the store in /data" },
])("problems of the store of $flags are of $name", ({ flags, name }) => {
  expect(storeNameOf(parseFlags(["--data-dir=/data", ...flags]))).toBe(name);
});
