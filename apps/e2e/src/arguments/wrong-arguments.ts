import type { PublicFunction } from "./public-functions.ts";

/** What callers in plain JavaScript pass by mistake. */
export const wrongArguments: readonly (readonly unknown[])[] = [
  [],
  [undefined],
  [null],
  [1],
  ["x"],
  [{}],
  [[]],
  [() => undefined],
  [{}, {}],
  [undefined, undefined],
  [{}, undefined],
  [{}, null],
  ["x", null],
  [{}, 7],
  [{}, {}, {}],
];

/** Messages of the engine and of Node, which name neither the function nor its argument. */
const internal = new RegExp(
  [
    "Cannot (read|set|destructure|convert|use|mix)",
    "is not (a function|iterable|a constructor|defined|callable)",
    "^(Invalid array length|Invalid time value|Maximum call stack|Reduce of empty)",
    "Class constructor|Spread syntax|Unexpected token|not valid JSON",
    'The (first|"\\w+") argument must|Received (undefined|null)',
  ].join("|"),
);

/** The internal errors that a function answers wrong arguments with. */
export async function internalErrors({ call }: PublicFunction): Promise<readonly string[]> {
  const messages: string[] = [];
  for (const args of wrongArguments) {
    const error = await errorOf(() => call(args));
    if (error !== undefined && (!(error instanceof Error) || internal.test(error.message)))
      messages.push(error instanceof Error ? error.message : String(error));
  }
  return messages;
}

async function errorOf(act: () => unknown): Promise<unknown> {
  try {
    const result = await settled(act());
    await close(result);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The result of a promise, and the first item of a generator, unless it takes long. */
function settled(result: unknown): unknown {
  if (typeof result !== "object" || result === null) return result;
  const { next } = result as Partial<AsyncIterator<unknown>>;
  const waited = result instanceof Promise ? result : Symbol.asyncIterator in result && next?.call(result);
  if (!(waited instanceof Promise)) return result;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 20));
  return Promise.race([waited, patience]);
}

async function close(result: unknown): Promise<void> {
  if (typeof result !== "object" || result === null) return;
  if (Symbol.asyncDispose in result) await (result as AsyncDisposable)[Symbol.asyncDispose]();
  else if ("close" in result && typeof result.close === "function") await result.close();
}
