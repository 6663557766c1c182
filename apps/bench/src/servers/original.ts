import { generateKeyPairSync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { monotonicMs } from "../figures/clock.ts";
import { endProcess, freePort, startProcess, untilReady } from "./process.ts";
import { type ServerProgram, tokens, tokensCsv } from "./server.ts";

interface OriginalOptions {
  /** The program of the API server. */
  readonly apiserver: string;
  /** The program of its store. */
  readonly etcd: string;
}

const startTimeoutMs = 120_000;

/** The original, with the store that it needs: both count as the server. */
export function originalProgram({ apiserver, etcd }: OriginalOptions): ServerProgram {
  return {
    name: "original",
    start: async (dir) => {
      await mkdir(dir, { recursive: true });
      const tokenFile = join(dir, "tokens.csv");
      const keyFile = join(dir, "service-accounts.key");
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      await writeFile(tokenFile, tokensCsv);
      await writeFile(keyFile, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
      const [clients, peers, port] = await Promise.all([freePort(), freePort(), freePort()]);
      const begunMs = monotonicMs();
      const store = startProcess(etcd, etcdFlags(join(dir, "etcd"), clients, peers));
      const server = startProcess(apiserver, [
        `--etcd-servers=http://127.0.0.1:${clients}`,
        `--secure-port=${port}`,
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        `--cert-dir=${join(dir, "certs")}`,
        "--service-account-issuer=https://bench.invalid",
        `--service-account-key-file=${keyFile}`,
        `--service-account-signing-key-file=${keyFile}`,
        "--service-cluster-ip-range=10.0.0.0/24",
        `--token-auth-file=${tokenFile}`,
        "--authorization-mode=Node,RBAC",
        "-v=0",
      ]);
      const stop = async (): Promise<void> => {
        await endProcess(server);
        await endProcess(store);
      };
      const url = `https://127.0.0.1:${port}`;
      const admin = { url, token: tokens.admin };
      try {
        const startMs = await untilReady(admin, server, { fromMs: begunMs, timeoutMs: startTimeoutMs });
        const target = { url, token: tokens.ordinary };
        return { name: "original", target, admin, pids: [server.pid, store.pid], startMs, stop };
      } catch (error) {
        await stop();
        throw error;
      }
    },
  };
}

function etcdFlags(dir: string, clients: number, peers: number): readonly string[] {
  const clientUrl = `http://127.0.0.1:${clients}`;
  const peerUrl = `http://127.0.0.1:${peers}`;
  return [
    `--data-dir=${dir}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    "--log-level=error",
  ];
}
