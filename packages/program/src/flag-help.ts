import { type Command, Option } from "commander";
import type { OptionType } from "./option-types.ts";

/**
 * Adds one flag to a section of the help.
 * @param flags as commander reads them: `--name <value>`
 * @param description a phrase without a full stop
 */
export type AddFlag = (flags: string, description: string, type?: OptionType) => void;

/** Returns the function that adds flags to a section of the help of a command. */
export function flagSection(command: Command, heading: string): AddFlag {
  return (flags, description, type = (option) => option) => {
    command.addOption(type(new Option(flags, description).helpGroup(`${heading}:`)));
  };
}

/** Describes a flag with its choices, and with its default if that is more than "nothing". */
export function describeFlag({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const notes: string[] = [];
  if (argChoices !== undefined) notes.push(`one of ${argChoices.join(", ")}`);
  const byDefault = defaultValueDescription ?? textOf(defaultValue);
  if (byDefault !== "") notes.push(`default: ${byDefault}`);
  return notes.length === 0 ? description : `${description} (${notes.join("; ")})`;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || value === true ? String(value) : "";
}
