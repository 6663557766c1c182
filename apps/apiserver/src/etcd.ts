#!/usr/bin/env node
import { resolve } from "node:path";
import { startStandIn } from "./kube-apiserver/start-stand-in.ts";

/** Flags that the stand-in acts on; every other flag of etcd is accepted without an effect. */
const help = `A stand-in for etcd: it listens, says that it is healthy, and keeps nothing.
The kube-apiserver beside it keeps its objects in the data directory by itself.

Usage:
  etcd [flags]

Flags:
  --data-dir 'default.etcd'
  --listen-client-urls 'http://localhost:2379'
  --unsafe-no-fsync 'false'
  --version
`;

const flags = new Map(
  process.argv.slice(2).map((arg): readonly [string, string] => {
    const [, name = "", value = "true"] = /^--?([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    return [name, value];
  }),
);

if (flags.has("help") || flags.has("h")) {
  console.log(help);
} else if (flags.has("version")) {
  console.log("etcd Version: 3.5.0+svc\nStand-in: no store of its own");
} else {
  const stop = await startStandIn({
    urls: (flags.get("listen-client-urls") ?? "http://localhost:2379").split(","),
    dataDir: resolve(flags.get("data-dir") ?? "default.etcd"),
    unsafeNoFsync: flags.get("unsafe-no-fsync") === "true",
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)));
}
