import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { job } from "./job.ts";

const uid = "batch.kubernetes.io/controller-uid";

it.each<[string, object | undefined, object]>([
  ["absent", undefined, { [uid]: "u" }],
  ["other labels", { a: "b" }, { [uid]: "u", a: "b" }],
  ["the label of another job", { [uid]: "other" }, { [uid]: "other" }],
])("a selector of %s is completed with the label of the job unless it has one", (_, matchLabels, want) => {
  const selector = matchLabels === undefined ? undefined : { matchLabels };
  const object = { metadata: { name: "j", uid: "u" }, spec: { selector } } as unknown as ApiObject;
  job(kubernetesDialect).prepareCreate?.(object, {} as never);
  expect(object["spec"]).toMatchObject({ selector: { matchLabels: want } });
  expect(Object.keys((object["spec"] as { selector: { matchLabels: object } }).selector.matchLabels)).toHaveLength(
    Object.keys(want).length,
  );
});
