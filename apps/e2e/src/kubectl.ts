import assert from "node:assert/strict";
import { clientPrograms } from "./clients.ts";
import { type Ran, runProgram } from "./run-program.ts";
import type { ServerProcess } from "./server-process.ts";

/** kubectl as the administrator of a server. Arguments are separated by single spaces. */
interface Kubectl {
  kubectl(args: string, input?: string): Promise<Ran>;
  /** Runs a command that must succeed, and returns its output. */
  ok(args: string, input?: string): Promise<string>;
}

/** @param server called for each command, since tests start their server later */
export function kubectlFor(server: () => Pick<ServerProcess, "kubeconfig" | "dataDir">): Kubectl {
  const kubectl = (args: string, input?: string): Promise<Ran> => {
    const { kubeconfig, dataDir } = server();
    return runProgram(clientPrograms()?.kubectl ?? "", args.split(" "), {
      ...(input === undefined ? {} : { input }),
      env: { KUBECONFIG: kubeconfig, HOME: dataDir },
    });
  };
  return {
    kubectl,
    ok: async (args, input) => {
      const { code, stdout, stderr } = await kubectl(args, input);
      assert.equal(code, 0, `kubectl ${args}: ${stderr}`);
      return stdout;
    },
  };
}
