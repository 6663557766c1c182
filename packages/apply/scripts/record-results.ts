/**
 * Asks a Kubernetes API server for the results of the scenarios, and writes them to a file for the
 * tests: `node --conditions=svc-source scripts/record-results.ts https://HOST:PORT TOKEN`. The
 * server's certificate is not verified.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import type { ApiObject, Status } from "@svc/meta";
import { errorResponse, type ParsedStep, parseStep, resultOf, type StepResult } from "../src/testing/scenario.ts";
import { scenarios } from "../src/testing/scenarios.ts";

const [server = "", token = ""] = process.argv.slice(2);
const definition = JSON.parse(readFileSync(new URL("../testdata/thing-definition.json", import.meta.url), "utf8"));
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Reply {
  readonly code: number;
  readonly body: unknown;
}

function send(method: string, path: string, body?: unknown, type = "application/json"): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, server), { method, headers, rejectUnauthorized: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers["content-type"]?.includes("json") === true;
        resolve({ code: response.statusCode ?? 0, body: isJson ? (JSON.parse(text) as unknown) : text });
      });
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function objectsPath(version: string): string {
  return `/apis/test.example.com/${version}/namespaces/default/things`;
}

async function put(path: string, body: ApiObject): Promise<Reply> {
  const live = (await send("GET", path)).body as ApiObject;
  const { resourceVersion = "" } = live.metadata;
  return send("PUT", path + search, { ...body, metadata: { ...body.metadata, resourceVersion } });
}

let search = "";

async function take({ manager, verb, version, subresource, body }: ParsedStep): Promise<StepResult> {
  const objects = objectsPath(version);
  const path = `${objects}/thing${subresource === "" ? "" : `/${subresource}`}`;
  search = `?fieldManager=${manager}&force=${verb === "forces"}`;
  if (verb === "updates") search = `?fieldManager=${manager}`;
  const exists = (await send("GET", `${objects}/thing`)).code === 200;
  let reply: Reply;
  if (verb !== "updates") reply = await send("PATCH", path + search, body, "application/apply-patch+yaml");
  else if (exists) reply = await put(path, body);
  else reply = await send("POST", objects + search, body);
  if (reply.code < 400) return resultOf(reply.body as ApiObject);
  const { message = "", details } = reply.body as Status;
  return errorResponse(message, details?.causes);
}

async function record(): Promise<Record<string, readonly StepResult[]>> {
  const recorded: Record<string, readonly StepResult[]> = {};
  for (const { name, steps } of scenarios) {
    const results: StepResult[] = [];
    for (const step of steps) results.push(await take(parseStep(step)));
    recorded[name] = results;
    const noFinalizers = [{ op: "add", path: "/metadata/finalizers", value: [] }];
    await send("PATCH", `${objectsPath("v1")}/thing`, noFinalizers, "application/json-patch+json");
    await send("DELETE", `${objectsPath("v1")}/thing`);
  }
  return recorded;
}

await send("POST", definitions, definition);
for (let tries = 0; tries < 100; tries++) {
  if ((await send("GET", objectsPath("v2"))).code === 200) break;
  await new Promise((resolve) => setTimeout(resolve, 200));
}
await new Promise((resolve) => setTimeout(resolve, 3_000));
const recorded = await record();
await send("DELETE", `${definitions}/things.test.example.com`);
writeFileSync(new URL("../testdata/results.json", import.meta.url), `${JSON.stringify(recorded, null, 1)}\n`);
process.stdout.write(`${Object.keys(recorded).length} scenarios\n`);
