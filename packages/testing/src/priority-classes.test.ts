import { kubernetesDialect as dialect } from "@svc/meta";
import { expect, test } from "vitest";
import { startTestServer } from "./start-test-server.ts";

test("classes of the system are deleted only with the whole collection", async () => {
  await using server = await startTestServer({ dialect });
  const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
  const deleted = async (path: string): Promise<readonly [number, string | undefined]> => {
    const response = await server.fetch(path, { method: "DELETE" });
    const { message } = (await response.json()) as { readonly message?: string };
    return [response.status, message];
  };
  for (const name of ["system-node-critical", "system-cluster-critical"]) {
    const message = `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`;
    expect(await deleted(`${classes}/${name}`)).toEqual([403, message]);
    expect(await deleted(`${classes}/${name}?dryRun=All`)).toEqual([403, message]);
  }
  expect(await deleted(classes)).toEqual([200, undefined]);
  const left = (await (await server.fetch(classes)).json()) as { readonly items: readonly object[] };
  expect(left.items).toEqual([]);
});
