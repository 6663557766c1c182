import { parseArgs } from "node:util";
import { DefinitionError } from "./definition-error.ts";
import { printTypes } from "./print-types.ts";
import { readDefinitions } from "./read-definitions.ts";

/** The environment and the outputs of the program. */
export interface ProgramContext {
  readonly print: (text: string) => unknown;
  readonly printError: (text: string) => unknown;
  /** Reads a file, or the standard input for `-`. */
  readonly readFile: (path: string) => Promise<string>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
}

const help = `Usage: svc-types [flags] FILE...

Prints TypeScript types of the custom resource definitions in files of YAML or JSON (- is the standard input):
an interface for each served version, and a types map for createClient of @svc/client.

Flags:
  -o, --out FILE     write to the file instead of the standard output
  -m, --map NAME     name of the types map (default: ExtensionTypes)
  -h, --help         show this text
      --version      show the version
`;

/**
 * Runs `svc-types`.
 * @returns the exit code: 1 for files that hold no valid definitions, 2 for wrong arguments
 */
export async function runProgram(args: readonly string[], context: ProgramContext): Promise<number> {
  const { print, printError, writeFile } = context;
  try {
    const { values, positionals } = parse(args);
    if (values.help === true) {
      print(help);
      return 0;
    }
    if (positionals.length === 0) throw new UsageError("give at least one file");
    const output = await typesOf(positionals, context, values.map);
    await (values.out === undefined ? print(output) : writeFile(values.out, output));
    return 0;
  } catch (error) {
    if (!(error instanceof DefinitionError || error instanceof UsageError || isFileError(error))) throw error;
    printError(`svc-types: ${error.message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

class UsageError extends Error {
  override readonly name = "UsageError";
}

function parse(args: readonly string[]) {
  const options = {
    out: { type: "string", short: "o" },
    map: { type: "string", short: "m" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    if (cause instanceof TypeError) throw new UsageError(cause.message, { cause });
    throw cause;
  }
}

async function typesOf(
  paths: readonly string[],
  { readFile }: ProgramContext,
  mapName: string | undefined,
): Promise<string> {
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path) })));
  const definitions = texts.flatMap(({ path, text }) => readDefinitions(text, path));
  if (definitions.length === 0) throw new DefinitionError("the files hold no custom resource definitions");
  return printTypes(definitions, mapName === undefined ? {} : { mapName });
}

/** Errors of the file system, which have a code and a message for users. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
