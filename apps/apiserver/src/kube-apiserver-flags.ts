import { createLog } from "@svc/program";
import { type Flags, flagNames, parseFlags } from "./flags.ts";
import { CommandLineError } from "./kube-apiserver/command-line.ts";
import { findStandIn } from "./kube-apiserver/find-stand-in.ts";
import {
  argumentsOf,
  kubeApiserverHelp,
  kubeApiserverVersion,
  readKubeApiserverLine,
} from "./kube-apiserver/kube-apiserver.ts";

/**
 * Reads the arguments of kube-apiserver, and logs which of them have no effect here.
 * @returns undefined where they ask for a text only, which is printed
 * @throws {CommandLineError} {CommanderError}
 */
export async function readKubeApiserverFlags(args: readonly string[]): Promise<Flags | undefined> {
  const known = flagNames();
  const line = readKubeApiserverLine(args, known);
  for (const warning of line.warnings) console.error(warning);
  if (line.requestedText !== undefined) {
    process.stdout.write(line.requestedText === "help" ? kubeApiserverHelp(known) : `${kubeApiserverVersion}\n`);
    return undefined;
  }
  if (line.problem !== undefined) throw new CommandLineError(line.problem);
  const standIn = await findStandIn(line.etcdServers);
  const flags = parseFlags(argumentsOf(line, { known, standIn }));
  if (line.withoutEffect.length > 0)
    createLog({ v: flags.v, format: flags.loggingFormat, component: "apiserver" }).log.warn(
      "some flags have no effect in this server",
      { flags: line.withoutEffect },
    );
  return flags;
}
