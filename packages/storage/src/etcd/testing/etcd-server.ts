import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aNumber, aString, checkArgument, listOf, oneOf, optional, optionsOf } from "@svc/base/check";

/** The program: `SVC_ETCD`, or `etcd` on the path; undefined if neither exists. */
export function findEtcd(): string | undefined {
  const program = process.env["SVC_ETCD"] ?? "etcd";
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0 ? program : undefined;
}

/**
 * The version that the program prints, such as `3.6.2`.
 * @throws {TypeError} for a wrong argument
 */
export function etcdVersion(program: string): string {
  checkArgument("etcdVersion: program", program, aString);
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return /^etcd Version: (\S+)/m.exec(stdout)?.[1] ?? "unknown";
}

/** A member, or a cluster of several on this machine, with data that is deleted at the end. */
export interface EtcdServers {
  readonly endpoints: readonly string[];
  /** Kills a member; its data remains. */
  kill(member: number): Promise<void>;
  start(member: number): Promise<void>;
  /** Stops a member in its tracks, as a machine that hangs. */
  signal(member: number, signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

export interface EtcdServersOptions {
  readonly program: string;
  /** @default 1 */
  readonly members?: number;
  /** `https` needs the arguments for it. @default "http" */
  readonly scheme?: "http" | "https";
  readonly arguments?: readonly string[];
  /** The parent of the data directory. @default that of temporary files */
  readonly parent?: string;
}

const etcdServersOptions = optionsOf<EtcdServersOptions>({
  program: aString,
  members: optional(aNumber),
  scheme: optional(oneOf("http", "https")),
  arguments: optional(listOf(aString)),
  parent: optional(aString),
});

export async function startEtcd(options: EtcdServersOptions): Promise<EtcdServers> {
  checkArgument("startEtcd: options", options, etcdServersOptions);
  const { program, members = 1, scheme = "http", arguments: more = [], parent = tmpdir() } = options;
  const dir = await mkdtemp(join(parent, "svc-etcd-"));
  const ports = await freePorts(2 * members);
  const indices = Array.from({ length: members }, (_, i) => i);
  const clients = indices.map((i) => `${scheme}://127.0.0.1:${ports[2 * i]}`);
  const peers = indices.map((i) => `http://127.0.0.1:${ports[2 * i + 1]}`);
  const processes: (ChildProcess | undefined)[] = indices.map(() => undefined);

  function spawnMember(i: number): Promise<void> {
    const child = spawn(
      program,
      [
        `--name=m${i}`,
        `--data-dir=${join(dir, `m${i}`)}`,
        `--listen-client-urls=${clients[i]}`,
        `--advertise-client-urls=${clients[i]}`,
        `--listen-peer-urls=${peers[i]}`,
        `--initial-advertise-peer-urls=${peers[i]}`,
        `--initial-cluster=${peers.map((url, n) => `m${n}=${url}`).join(",")}`,
        "--log-level=error",
        ...more,
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    processes[i] = child;
    return listening(child, ports[2 * i]!);
  }

  async function kill(member: number): Promise<void> {
    const child = processes[member];
    processes[member] = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async function stop(): Promise<void> {
    await Promise.all(indices.map(kill));
    await rm(dir, { recursive: true, force: true });
  }

  try {
    await Promise.all(indices.map(spawnMember));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    endpoints: clients,
    kill,
    start: spawnMember,
    signal: (member, signal) => void processes[member]?.kill(signal),
    stop,
  };
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return server;
    }),
  );
  const ports = servers.map((s) => (s.address() as { readonly port: number }).port);
  await Promise.all(servers.map((s) => new Promise((resolve) => s.close(resolve))));
  return ports;
}

/** Resolves when the member listens. It need not be ready: opening a store waits for that. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  let reported = "";
  child.stderr?.on("data", (text) => {
    reported = `${reported}${text}`.slice(-2000);
  });
  const { connect } = await import("node:net");
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`etcd ended: ${reported}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`etcd does not listen: ${reported}`);
}
