import { type Dialect, kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { connections } from "./connections.ts";
import { deletion } from "./deletion.ts";
import { events } from "./events.ts";
import { forms } from "./forms.ts";
import { lists } from "./lists.ts";
import { oddOptions } from "./odd-options.ts";
import { orderOfChecks } from "./order-of-checks.ts";
import { ownership } from "./ownership.ts";
import { patches } from "./patches.ts";
import { requests } from "./refusals.ts";
import { type Heard, renamed, run, type Scenario } from "./scenario.ts";
import { subresources } from "./subresources.ts";
import { unusualRequests } from "./unusual-requests.ts";

const all: readonly Scenario[] = [
  ...requests,
  ...forms,
  ...lists,
  ...patches,
  ...ownership,
  ...subresources,
  ...connections,
  ...deletion,
  ...orderOfChecks,
  ...events,
  ...oddOptions,
  ...unusualRequests,
];

function inNamesOfSvc(received: Heard, dialect: Dialect): Heard {
  const map = (text: string): string => renamed(text, dialect, svcDialect);
  return {
    ...received,
    text: pathsInOrder(map(received.text)),
    warnings: received.warnings.map(map),
    headers: Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [map(name), map(value)])),
  };
}

/** The index of paths is sorted by names that differ. */
function pathsInOrder(text: string): string {
  return text.replace(/("paths": \[\s*)([^\]]*?)(\s*\])/, (_, before: string, paths: string, after: string) => {
    const sorted = paths.split(/,\s*/).sort();
    return `${before}${sorted.join(",")}${after}`;
  });
}

describe("behaviours in any dialect", () => {
  test.each(all)("$name", async (scenario) => {
    const inSvc = await run(scenario, svcDialect);
    const inKubernetes = await run(scenario, kubernetesDialect);
    scenario.exchanges.forEach(({ code, message, has, lacks = [], warnings }, i) => {
      const received = inKubernetes[i];
      expect(received, received?.text).toMatchObject({ code, ...(warnings === undefined ? {} : { warnings }) });
      const { expand } = kubernetesDialect;
      const known = (text: string): string => text.replace(/\{(?:api|labels|product|system)\}/g, expand);
      if (message !== undefined)
        expect((JSON.parse(received?.text ?? "") as { message?: string }).message, received?.request).toBe(
          known(message),
        );
      for (const text of lacks) expect(received?.text, received?.request).not.toContain(known(text));
      if (has !== undefined)
        expect(JSON.parse(received?.text ?? ""), received?.request).toMatchObject(
          JSON.parse(known(JSON.stringify(has))) as object,
        );
    });
    expect(inKubernetes.map((received) => inNamesOfSvc(received, kubernetesDialect))).toEqual(
      inSvc.map((received) => inNamesOfSvc(received, svcDialect)),
    );
  });
});
