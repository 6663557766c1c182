import { type RbacServer, send } from "../rbac-server.ts";
import {
  corpusOf,
  type Finding,
  type FuzzOptions,
  kindOfProblem,
  requestOf,
  sendRequest,
  settledRevision,
  startFuzzedServer,
} from "./fuzz.ts";
import { judge, type Observed } from "./oracles.ts";
import {
  allocated,
  changedKeys,
  deniedBy,
  isAllowed,
  markOf,
  marksIn,
  type PartialUser,
  partialUsers,
} from "./partial-rights.ts";
import { createRandom, type Random } from "./random.ts";
import type { FuzzRequest } from "./requests.ts";
import { shrink } from "./shrink.ts";

/**
 * Runs the sequence of a seed as users with some rights: they can read and change exactly what
 * their rights allow.
 */
export async function fuzzRights({ seed, length = 40 }: FuzzOptions): Promise<Finding | undefined> {
  const random = createRandom(seed);
  const corpus = await corpusOf();
  const partial = random.pick(partialUsers);
  const requests = Array.from({ length }, () => retargeted(requestOf(corpus, random), random));
  const problem = await run(partial, requests);
  if (problem === undefined) return undefined;
  const fails = async (fewer: readonly FuzzRequest[]): Promise<boolean> =>
    kindOfProblem((await run(partial, fewer)) ?? "") === kindOfProblem(problem);
  return { seed, problem: `${partial.user.name}: ${problem}`, requests: await shrink(requests, fails) };
}

const namespaces = ["default", "team", "other"] as const;
const markedResources = ["configmaps", "secrets", "pods"] as const;

/** The same request elsewhere: in another namespace, in all, below an old prefix, with odd text. */
function retargeted(request: FuzzRequest, random: Random): FuzzRequest {
  let { path } = request;
  if (random.oneIn(2)) path = path.replace("/namespaces/default/", `/namespaces/${random.pick(namespaces)}/`);
  if (random.oneIn(3)) path = path.replace(/\/(services|deployments|jobs)\b/, `/${random.pick(markedResources)}`);
  if (random.oneIn(8)) path = path.replace(/\/namespaces\/[^/?]+\//, "/");
  if (random.oneIn(8))
    path = path.replace(/^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\//, `$1/${random.pick(["watch", "proxy"])}/`);
  if (random.oneIn(12))
    path = path.replace("/seed", random.pick(["/seed/", "/other", "/%73eed", "/seed%2Fstatus", "//seed"]));
  if (random.oneIn(12)) path = path.replace("/v1/", random.pick(["/v1//", "/v1/./", "/v1/x/../"]));
  return { ...request, path };
}

async function run(partial: PartialUser, requests: readonly FuzzRequest[]): Promise<string | undefined> {
  await using rbac = await startFuzzedServer();
  await prepare(rbac, partial);
  const { server } = rbac;
  const client = server.as(partial.user);
  let before = await revisions(rbac);
  for (const request of requests) {
    const observed = await sendRequest(server, client, request);
    await settledRevision(server);
    const after = await revisions(rbac);
    const problem = judge(request, observed) ?? judgeRights(partial, observed, changedKeys(before, after));
    if (problem !== undefined) return problem;
    before = after;
  }
  return undefined;
}

/** The problem of a response to a user with some rights, or of the changes by the request. */
export function judgeRights(
  partial: PartialUser,
  { status, text }: Pick<Observed, "status" | "text">,
  changed: readonly string[],
): string | undefined {
  const beyond = changed.find((key) => !allocated.test(key) && partial.mayChange?.test(key) !== true);
  if (beyond !== undefined) return `changed ${beyond} (${status})`;
  const seen = marksIn(text).find((object) => !partial.mayRead.test(object));
  if (seen !== undefined) return `read ${seen} (${status})`;
  const denied = status === 403 ? deniedBy(text) : undefined;
  if (denied !== undefined && isAllowed(partial, denied)) return `refused what is allowed: ${text.slice(0, 300)}`;
  return undefined;
}

/** Marked objects in three namespaces, and the rights of the user. */
async function prepare({ server, grant }: RbacServer, partial: PartialUser): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await server.fetch(path, send("POST", body));
    if (answer.status !== 201) throw new Error(`${path}: ${await answer.text()}`);
  };
  for (const namespace of namespaces) {
    if (namespace !== "default") await post("/api/v1/namespaces", { metadata: { name: namespace } });
    for (const resource of markedResources)
      for (const name of ["seed", "other"]) {
        const annotations = { mark: markOf(resource, namespace, name) };
        const spec = resource === "pods" ? { spec: { containers: [{ name: "c", image: "i" }] } } : {};
        await post(`/api/v1/namespaces/${namespace}/${resource}`, { metadata: { name, annotations }, ...spec });
      }
  }
  await grant("partial", partial.rules, partial);
}

async function revisions({ server }: RbacServer): Promise<ReadonlyMap<string, number>> {
  const { entries } = await server.storage.range({ prefix: "/registry/" });
  return new Map(entries.map(({ key, revision }) => [key, revision]));
}
