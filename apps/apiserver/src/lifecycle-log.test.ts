import { createLog } from "@svc/program";
import { expect, test } from "vitest";
import { parseFlags } from "./flags.ts";
import { logStart } from "./lifecycle-log.ts";

function linesAt(args: readonly string[]): readonly string[] {
  const lines: string[] = [];
  const flags = parseFlags(args);
  const { log } = createLog({
    ...flags,
    component: "apiserver",
    format: flags.loggingFormat,
    write: (text) => void lines.push(text),
  });
  logStart(log, flags);
  return lines;
}

test("a start at verbosity 0 logs nothing", () => {
  expect(linesAt([])).toEqual([]);
});

test("a start at verbosity 1 logs version, storage, address and each flag", () => {
  const lines = linesAt(["--v=1", "--data-dir=/data", "--runtime-config=apps/v1=false,api/beta=true"]);
  expect(lines[0]).toMatch(/"starting" version=".+" node="v.+" dialect="svc" storage="embedded" dataDir="\/data"/);
  expect(lines[0]).toMatch(/bindAddress="0.0.0.0" securePort=6443/);
  const flag = (name: string): string | undefined => lines.find((line) => line.includes(`FLAG: --${name}=`));
  expect(flag("secure-port")).toContain('FLAG: --secure-port=\\"6443\\"');
  expect(flag("runtime-config")).toContain("apps/v1=false,api/beta=true");
});

test("a start with JSON as format logs each line as JSON", () => {
  const lines = linesAt(["--v=1", "--logging-format=json", "--etcd-servers=http://127.0.0.1:2379"]);
  expect(lines.map((line) => (JSON.parse(line) as { readonly level: string }).level)).toEqual(lines.map(() => "info"));
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "starting", storage: "etcd" });
});
