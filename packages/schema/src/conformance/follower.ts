import type { Clock, Timer } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import { createCatalog } from "../catalog/catalog.ts";
import type { ResourceDefinition } from "../definition.ts";
import { createDefinitionSink } from "../source/definition-sink.ts";
import type { DefinitionSink, DefinitionSource } from "../source/definition-source.ts";

/** A server's side of a source, with a catalog that holds only its types. */
export interface Follower {
  /** Resolves when exactly these short names are served; rejects when they are not in time. */
  until(...shortNames: readonly string[]): Promise<void>;
  /** @throws {Error} unless exactly these short names are served */
  expect(...shortNames: readonly string[]): void;
  /** The definition with a short name. @throws {Error} if it is not served */
  definition(shortName: string): ResourceDefinition;
  /** Each set of short names that has been served, in order. */
  readonly history: readonly string[];
  /** How often the source has passed something. */
  readonly calls: number;
  end(): void;
}

interface FollowerOptions {
  readonly clock: Pick<Clock, "after">;
  /** How long a change may take. */
  readonly timeoutMs: number;
}

/** Follows a source. Resolves when `follow` of the source does. */
export async function followSource(source: DefinitionSource, { clock, timeoutMs }: FollowerOptions): Promise<Follower> {
  const ending = new AbortController();
  const catalog = createCatalog();
  const refusals: string[] = [];
  const history: string[] = [];
  const { signal } = ending;
  let calls = 0;
  const names = (): string =>
    catalog
      .snapshot()
      .definitions.flatMap(({ shortNames }) => shortNames)
      .toSorted()
      .join(" ");
  catalog.onChange(() => void history.push(names()));
  const sink = createDefinitionSink({
    ...{ catalog, source: source.name, dialect: kubernetesDialect, signal },
    evaluate: (definitions) => definitions(kubernetesDialect),
    refused: (part, { message }) => void refusals.push(`${part}: ${message}`),
  });
  const counted: DefinitionSink = {
    ...sink,
    define: (part, definitions) => {
      calls++;
      sink.define(part, definitions);
    },
  };
  await source.follow(counted, { signal });
  const unexpected = (want: string): Error =>
    new Error(`served: ${names() || "nothing"}, expected: ${want || "nothing"}${refusals.map((one) => `; ${one}`)}`);
  const sorted = (shortNames: readonly string[]): string => shortNames.toSorted().join(" ");
  return {
    until: (...shortNames) => {
      const want = sorted(shortNames);
      return new Promise((resolve, reject) => {
        let timer: Timer | undefined;
        const check = (): void => {
          if (names() !== want) return;
          timer?.cancel();
          unregister();
          resolve();
        };
        const unregister = catalog.onChange(check);
        timer = clock.after(
          timeoutMs,
          () => {
            unregister();
            reject(unexpected(want));
          },
          { keepAlive: true },
        );
        check();
      });
    },
    expect: (...shortNames) => {
      const want = sorted(shortNames);
      if (names() !== want) throw unexpected(want);
    },
    definition: (shortName) => {
      const found = catalog.snapshot().definitions.find(({ shortNames }) => shortNames.includes(shortName));
      if (found === undefined) throw unexpected(shortName);
      return found;
    },
    history,
    get calls() {
      return calls;
    },
    end: () => ending.abort(),
  };
}
