import { quote } from "@svc/base";
import { type AddFlag, integer } from "@svc/program";
import { InvalidArgumentError } from "commander";

/** Flags of the log. */
export interface LogFlags {
  readonly v: number;
  readonly vmodule: ReadonlyMap<string, number>;
  readonly loggingFormat: "text" | "json";
}

/** Adds the flags of the log. */
export function addLogFlags(add: AddFlag): void {
  add("--v <level>", "log verbosity from 0 to 10; 3 and above log every request", integer(0, 0, 10));
  add("--vmodule <pairs>", "log verbosity by module, as pattern=N,…; the module httplog logs requests", (option) =>
    option.argParser(parseModules).default(new Map(), ""),
  );
  add("--logging-format <name>", "format of log lines", (option) => option.choices(["text", "json"]).default("text"));
}

function parseModules(text: string): ReadonlyMap<string, number> {
  const pairs = text.split(",").filter((pair) => pair !== "");
  return new Map(
    pairs.map((pair) => {
      const [pattern = "", level, ...more] = pair.split("=");
      if (pattern === "" || level === undefined || more.length > 0)
        throw new InvalidArgumentError(`${quote(pair)} does not have the pattern=N format`);
      if (!/^\d{1,3}$/.test(level))
        throw new InvalidArgumentError(
          `parsing verbosity in ${quote(pair)}: strconv.ParseUint: parsing ${quote(level)}: invalid syntax`,
        );
      return [pattern, Number(level)];
    }),
  );
}
