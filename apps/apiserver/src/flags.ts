import { describeFlag, flagSection } from "@svc/program";
import { Command } from "commander";
import manifest from "../package.json" with { type: "json" };
import { type AggregationFlags, addAggregationFlags } from "./aggregation-flags.ts";
import { type AuditFlags, addAuditFlags } from "./audit/flags.ts";
import { type AuthenticationFlags, addAuthenticationFlags } from "./authentication/flags.ts";
import { type AuthorizationFlags, addAuthorizationFlags } from "./authorization/flags.ts";
import { type ApiFlags, addAdmissionFlags, addApiFlags, addControllerFlags } from "./command-line/api-flags.ts";
import { addServingFlags, addStorageFlags, type ServingFlags } from "./command-line/serving-flags.ts";
import { addEgressFlags, type EgressFlags } from "./egress-flags.ts";
import { addLimitFlags, type LimitFlags } from "./limit-flags.ts";
import { addMetricsFlags, type MetricsFlags } from "./metrics/metrics.ts";
import { addObservabilityFlags, type ObservabilityFlags } from "./observability.ts";

/** The flags of the server, in camel case. Most are those of kube-apiserver. */
export interface Flags
  extends ServingFlags,
    LimitFlags,
    ApiFlags,
    AuthenticationFlags,
    AuthorizationFlags,
    AggregationFlags,
    AuditFlags,
    EgressFlags,
    MetricsFlags,
    ObservabilityFlags {}

/** Parses the command line. @throws {CommanderError} for an unknown flag or an invalid value */
export function parseFlags(args: readonly string[]): Flags {
  return createCommand()
    .parse([...args], { from: "user" })
    .opts<Flags>();
}

/** Names of all flags, without dashes. */
export function flagNames(): ReadonlySet<string> {
  return new Set(createCommand().options.map((option) => option.long?.slice(2) ?? ""));
}

/** Text of `--help`. @param columns width of the terminal */
export function helpText({ columns }: { readonly columns: number }): string {
  const command = createCommand();
  command.configureHelp({ helpWidth: columns, optionDescription: describeFlag });
  return command.helpInformation();
}

function createCommand(): Command {
  const command = new Command("svc-apiserver")
    .version(`svc-apiserver ${manifest.version} (Kubernetes API 1.33)`, "--version", "print the version and exit")
    .helpOption("-h, --help", "print this help and exit")
    .description(
      "A cluster API server. Without flags it stores its data in ./.svc and listens on port 6443. " +
        "The commands start no server: backup, restore, check, policies; each has --help.",
    )
    .usage("[flags]   or   COMMAND [flags]   or   kube-apiserver [flags of kube-apiserver]")
    .allowExcessArguments(false)
    .exitOverride()
    .configureHelp({ optionDescription: describeFlag })
    .configureOutput({ outputError: (text, write) => write(text) });
  addStorageFlags(flagSection(command, "Storage"));
  addServingFlags(flagSection(command, "Serving"));
  addLimitFlags(flagSection(command, "Limits"));
  addApiFlags(flagSection(command, "APIs"));
  addAuthenticationFlags(flagSection(command, "Authentication"));
  addAuthorizationFlags(flagSection(command, "Authorization"));
  addAdmissionFlags(flagSection(command, "Admission"));
  addAuditFlags(flagSection(command, "Audit"));
  addAggregationFlags(flagSection(command, "Extension servers"));
  addEgressFlags(flagSection(command, "Outgoing connections"));
  addControllerFlags(flagSection(command, "Controllers"));
  addMetricsFlags(flagSection(command, "Metrics"));
  addObservabilityFlags(flagSection(command, "Logs, traces and profiles"));
  return command;
}
