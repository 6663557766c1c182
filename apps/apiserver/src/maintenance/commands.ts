import { quote } from "@svc/base";
import { dialects } from "@svc/meta";
import { integer } from "@svc/program";
import { Command } from "commander";
import { backupCommand } from "./backup-command.ts";
import { checkCommand } from "./check-command.ts";
import { policiesCommand } from "./policies-command.ts";
import type { Print } from "./print.ts";
import { restoreCommand } from "./restore-command.ts";

/** Runs a command with the arguments behind its name; resolves with the exit code. */
type RunCommand = (args: readonly string[]) => Promise<number>;

/**
 * Commands that start no server, by name: most work on the data of one. They throw
 * `CommanderError` for wrong arguments, and `StartupError` or an error of the store for failures.
 */
export const maintenanceCommands: ReadonlyMap<string, RunCommand> = new Map([
  ["backup", run(backup)],
  ["restore", run(restore)],
  ["check", run(check)],
  ["policies", run(policies)],
]);

/** The problem of a first argument that is neither a flag nor a command. */
export function commandProblem(first: string): string | undefined {
  if (first === "" || first.startsWith("-") || maintenanceCommands.has(first)) return undefined;
  return `unknown command ${quote(first)}: the commands are ${[...maintenanceCommands.keys()].join(", ")}`;
}

/** Code of a command that ran and found damage. */
const damagedCode = 2;
/** Code of a command that ran and found objects that policies refuse. */
const deniedCode = 2;

function run(define: (command: Command, finish: (code: number) => void) => Command): RunCommand {
  return async (args) => {
    let exitCode = 0;
    const command = define(new Command().exitOverride().allowExcessArguments(false), (code) => {
      exitCode = code;
    });
    await command.parseAsync([...args], { from: "user" });
    return exitCode;
  };
}

const print: Print = (line) => console.log(line);

const dataDirFlag = ["--data-dir <path>", "directory of the server's data", "./.svc"] as const;

function backup(command: Command, finish: (code: number) => void): Command {
  return command
    .name("svc-apiserver backup")
    .description(
      "Writes the newest state of the embedded store to one file. A running server makes the backup itself: " +
        "the command asks it with the kubeconfig of the data directory, or with --kubeconfig.",
    )
    .argument("<file>", "path of the backup; must not exist")
    .option(...dataDirFlag)
    .option("--kubeconfig <path>", "kubeconfig of a server to ask, instead of reading the data directory")
    .option("--skip-damaged", "leave out values that can't be read, and exit with code 2")
    .action(async (file: string, options: { dataDir: string; kubeconfig?: string; skipDamaged?: true }) => {
      const { damaged } = await backupCommand(file, options, print);
      finish(damaged ? damagedCode : 0);
    });
}

function restore(command: Command): Command {
  return command
    .name("svc-apiserver restore")
    .description("Makes a store from a backup, in a data directory that has none.")
    .argument("<file>", "path of the backup")
    .option(...dataDirFlag)
    .addOption(
      integer(
        1_000_000_000,
        0,
        1_000_000_000_000,
      )(
        command.createOption(
          "--bump-revision <count>",
          "by how much revisions of the restored store lie above those of the backup",
        ),
      ),
    )
    .action(async (file: string, options: { dataDir: string; bumpRevision: number }) =>
      restoreCommand(file, options, print),
    );
}

function check(command: Command, finish: (code: number) => void): Command {
  return command
    .name("svc-apiserver check")
    .description(
      "Reads the whole store of a stopped server and lists what is damaged. Exits with code 2 if anything is.",
    )
    .option(...dataDirFlag)
    .action(async (options: { dataDir: string }) => finish((await checkCommand(options, print)) ? 0 : damagedCode));
}

function policies(command: Command, finish: (code: number) => void): Command {
  return command
    .name("svc-apiserver policies")
    .description(
      "Evaluates admission policies for the objects of files, without a server. Exits with code 2 if one is denied.",
    )
    .argument("<objects...>", "YAML or JSON files with the objects that are about to be written")
    .requiredOption(
      "--policies <files...>",
      "files with policies, bindings, parameters, namespaces, and definitions of extension types",
    )
    .option("--stored <files...>", "files with objects as they are stored: objects of their names are updated")
    .addOption(
      command.createOption("--dialect <name>", "svc or kubernetes").choices(["svc", "kubernetes"]).default("svc"),
    )
    .action(
      async (objects: string[], options: { policies: string[]; stored?: string[]; dialect: "svc" | "kubernetes" }) => {
        const dialect = dialects[options.dialect];
        finish((await policiesCommand({ ...options, objects, dialect }, print)) ? 0 : deniedCode);
      },
    );
}
