import type { Target } from "../client/target.ts";

/** A server that was started for figures. */
export interface RunningServer {
  readonly name: string;
  /** Requests as an ordinary user, whose rights are looked up in bindings. */
  readonly target: Target;
  readonly admin: Target;
  /** The server's processes, the store's among them. */
  readonly pids: readonly number[];
  /** Milliseconds from exec to the line that reports that the server is ready. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** A server that can be started, and restarted on its data. */
export interface ServerProgram {
  readonly name: string;
  /** @param dir the directory of its data */
  start(dir: string): Promise<RunningServer>;
}

export const tokens = { admin: "bench-admin", ordinary: "bench-ordinary" } as const;
export const ordinaryUser = "bench-user";

/** A file of tokens, as both servers read it. */
export const tokensCsv: string = [
  `${tokens.admin},bench-admin,bench-admin,"system:masters"`,
  `${tokens.ordinary},${ordinaryUser},${ordinaryUser},""`,
  "",
].join("\n");
