import { X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseFlags } from "../flags.ts";
import { loadIdentity } from "./identity.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "identity-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

test.each([
  ["10.0.0.0/24", "10.0.0.1"],
  ["10.96.1.255/16", "10.96.0.1"],
  ["fd00:10::/112,10.0.0.0/24", "fd00:10::1"],
])("the certificate for the service range %s is valid for %s", async (range, address) => {
  const flags = parseFlags([`--data-dir=${dataDir}`, `--service-cluster-ip-range=${range}`]);
  const { serving } = await loadIdentity(flags, Date.now());
  expect(new X509Certificate(serving.certificate).checkIP(address)).toBe(address);
});
