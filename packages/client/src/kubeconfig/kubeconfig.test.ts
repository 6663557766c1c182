import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mergeKubeconfigs, parseKubeconfig } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { loadKubeconfig } from "./load-kubeconfig.ts";

const names = (map: ReadonlyMap<string, unknown>): readonly string[] => [...map.keys()];

describe("a kubeconfig", () => {
  test("is YAML, or JSON", () => {
    const yaml = `
apiVersion: v1
kind: Config
current-context: c
contexts: [{name: c, context: {cluster: k, user: u}}]
clusters:
- name: k
  cluster: {server: "https://h"}
users:
- {name: u, user: {token: t}}
`;
    const json = JSON.stringify({ "current-context": "c", contexts: [{ name: "c", context: { cluster: "k" } }] });
    const config = parseKubeconfig(yaml);
    expect(config.currentContext).toBe("c");
    expect([names(config.contexts), names(config.clusters), names(config.users)]).toEqual([["c"], ["k"], ["u"]]);
    expect(names(parseKubeconfig(json).contexts)).toEqual(["c"]);
  });

  test.each([
    ["nothing", ""],
    ["nothing but null", "null"],
    ["lists that are null", "contexts: null\nclusters:\nusers: ~"],
    ["an entry without its part", "users: [{name: u}]"],
    ["unknown fields", "preferences: {colors: true}\nextensions: []\nmore: 1"],
  ])("may have %s", (_what, text) => {
    expect(parseKubeconfig(text).currentContext).toBeUndefined();
  });

  test.each([
    ["- a", "kubeconfig: must be an object"],
    ["text", "kubeconfig: must be an object"],
    ["a: [", "kubeconfig: is not YAML: "],
    ["a: 1\na: 2", "kubeconfig: is not YAML: "],
    ["kind: Pod", "kubeconfig: kind must be Config"],
    ["apiVersion: v2", "kubeconfig: apiVersion must be v1"],
    ["current-context: [1]", "kubeconfig: current-context must be a string"],
    ["users: {}", "kubeconfig: users must be a list"],
    ["users: [1]", "kubeconfig: users[0] must be an object"],
    ["users: [{}, {}]", 'kubeconfig: users[1]: duplicate name ""'],
    ["users: [{name: 1}]", "kubeconfig: users[0].name must be a string"],
    ["users: [{name: u, user: []}]", "kubeconfig: users[0].user must be an object"],
    ["users: [{name: u}, {name: u}]", 'kubeconfig: users[1]: duplicate name "u"'],
  ])("that is %j is refused, with the place", (text, message) => {
    expect(() => parseKubeconfig(text)).toThrow(KubeconfigError);
    expect(() => parseKubeconfig(text)).toThrow(message);
  });

  test("that would grow beyond all bounds is refused", () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x,x,x]"];
    for (const [from, to] of ["ab", "bc", "cd", "de", "ef", "fg"].map((pair) => [...pair]))
      bomb.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join()}]`);
    expect(() => parseKubeconfig(bomb.join("\n"))).toThrow(KubeconfigError);
    expect(() => parseKubeconfig(`#${" ".repeat(8 * 1024 * 1024)}`)).toThrow("is larger than 8388608 bytes");
  });

  test("does not treat an inherited name as a field", () => {
    const config = parseKubeconfig(
      'users: [{name: __proto__, user: {token: t}}, {name: toString, user: {"__proto__": {}}}]',
    );
    expect(names(config.users)).toEqual(["__proto__", "toString"]);
    expect(config.users.get("toString")?.fields.text("token")).toBeUndefined();
    expect(({} as Record<string, unknown>)["token"]).toBeUndefined();
  });

  test("of any text is parsed, or rejected with a KubeconfigError", () => {
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("", "u", "https://h", null, true, 1),
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("name", "user", "users", "contexts", "kind", "__proto__"), tie("node")),
      ),
    })).node;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          value.map((v) => JSON.stringify(v)),
        ),
        (text) => {
          try {
            parseKubeconfig(text);
          } catch (error) {
            expect(error).toBeInstanceOf(KubeconfigError);
          }
        },
      ),
    );
  });
});

describe("several kubeconfigs", () => {
  const config = (...users: string[]) => parseKubeconfig(JSON.stringify({ users: users.map((u) => userOf(u)) }));
  const userOf = (text: string) => ({ name: text.split("=")[0], user: { token: text.split("=")[1] } });

  test("are one: of each name the first counts", () => {
    const merged = mergeKubeconfigs([config("a=1", "b=1"), config("b=2", "c=2"), config("a=3", "c=3")]);
    const tokens = [...merged.users].map(([name, entry]) => `${name}=${entry.fields.text("token")}`).sort();
    expect(tokens).toEqual(["a=1", "b=1", "c=2"]);
  });

  test("have the first current context that one of them names", () => {
    const [none, c, d] = ["{}", "current-context: c", "current-context: d"].map((text) => parseKubeconfig(text));
    expect(mergeKubeconfigs([none, c, d].flatMap((one) => one ?? [])).currentContext).toBe("c");
    expect(mergeKubeconfigs([]).currentContext).toBeUndefined();
  });

  test("merged pairwise equal those merged in one step", () => {
    const entries = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(9)), { maxLength: 3 });
    const one = entries.map((list) => config(...new Map(list).entries().map(([name, value]) => `${name}=${value}`)));
    const shown = (merged: ReturnType<typeof mergeKubeconfigs>) =>
      [...merged.users].map(([name, { fields }]) => `${name}=${fields.text("token")}`).sort();
    fc.assert(
      fc.property(one, one, one, (a, b, c) => {
        const all = shown(mergeKubeconfigs([a, b, c]));
        expect(shown(mergeKubeconfigs([mergeKubeconfigs([a, b]), c]))).toEqual(all);
        expect(shown(mergeKubeconfigs([a, mergeKubeconfigs([b, c])]))).toEqual(all);
      }),
    );
  });
});

describe("the kubeconfig that a user means", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "kubeconfig-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));
  const put = (name: string, text: string): string => {
    const path = join(dir, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const user = (name: string): string => `users: [{name: ${name}, user: {}}]`;

  test("is in the home directory", async () => {
    put(".kube/config", user("home"));
    expect(names((await loadKubeconfig({ env: { HOME: dir } })).users)).toEqual(["home"]);
  });

  test("consists of the existing files that the variable lists", async () => {
    const KUBECONFIG = [put("a", user("a")), join(dir, "absent"), "", put("b", user("b"))].join(":");
    put(".kube/config", user("home"));
    const { users } = await loadKubeconfig({ env: { HOME: dir, KUBECONFIG } });
    expect([...names(users)].sort()).toEqual(["a", "b"]);
  });

  test("is the given file, regardless of others", async () => {
    const path = put("mine", user("mine"));
    expect(names((await loadKubeconfig({ path, env: { KUBECONFIG: put("a", user("a")) } })).users)).toEqual(["mine"]);
  });

  test("must be there", async () => {
    const path = join(dir, "absent");
    await expect(loadKubeconfig({ path })).rejects.toThrow(`${path}: there is no such file`);
    await expect(loadKubeconfig({ env: { KUBECONFIG: path } })).rejects.toThrow(
      `no kubeconfig found: none of ${path} exists`,
    );
    await expect(loadKubeconfig({ path: dir })).rejects.toThrow(KubeconfigError);
  });
});
