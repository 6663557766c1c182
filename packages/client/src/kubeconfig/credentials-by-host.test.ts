import { kubernetesDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { credentialsByHost } from "./credentials-by-host.ts";
import { parseKubeconfig } from "./kubeconfig.ts";

const load = (users: readonly string[], more: object = {}) =>
  credentialsByHost(
    parseKubeconfig(
      JSON.stringify({ users: users.map((name) => ({ name, user: { token: `for-${name}` } })), ...more }),
    ),
    { dialect: kubernetesDialect },
  );

async function tokenFor(hostPort: string, users: readonly string[], more?: object): Promise<unknown> {
  const credential = await (await load(users, more))(hostPort)?.current();
  return credential?.headers["authorization"];
}

describe("credentials by server", () => {
  const all = ["a.b.example.com:443", "a.b.example.com", "*.b.example.com", "*.example.com:443", "*.example.com", "*"];
  test.each<[hostPort: string, users: readonly string[], user: string | undefined]>([
    ["a.b.example.com:443", all, "a.b.example.com:443"],
    ["A.B.Example.com:443", all, "a.b.example.com:443"],
    // A suffix with the port is nearer than the host without it.
    ["a.b.example.com:443", all.slice(1), "*.example.com:443"],
    ["a.b.example.com:443", ["*.b.example.com", "a.b.example.com"], "a.b.example.com"],
    ["a.b.example.com:443", ["*.example.com", "*.b.example.com"], "*.b.example.com"],
    ["a.b.example.com:443", ["*.com"], "*.com"],
    ["a.b.example.com:443", ["*"], "*"],
    ["a.b.example.com:8443", ["a.b.example.com", "*.b.example.com"], undefined],
    ["a.b.example.com:8443", ["*.b.example.com:8443"], "*.b.example.com:8443"],
    ["example.com:443", ["*.example.com"], undefined],
    ["evilexample.com:443", ["*.example.com", "example.com"], undefined],
    ["hook.tools.svc:443", ["hook.tools.svc"], "hook.tools.svc"],
    ["hook.tools.svc:9443", ["*.svc", "hook.tools.svc:9443"], "hook.tools.svc:9443"],
    ["[::1]:443", ["[::1]"], "[::1]"],
  ])("%s among %j", async (hostPort, users, user) => {
    expect(await tokenFor(hostPort, users)).toBe(user === undefined ? undefined : `Bearer for-${user}`);
  });

  test("the user of the current context is for servers that no name is for", async () => {
    const context = { "current-context": "c", contexts: [{ name: "c", context: { cluster: "", user: "other" } }] };
    expect(await tokenFor("a:1", ["other"], context)).toBe("Bearer for-other");
    expect(await tokenFor("a:1", ["other", "*"], context)).toBe("Bearer for-*");
    expect(await tokenFor("a:1", ["other", "a:1"], context)).toBe("Bearer for-a:1");
  });
});

test.each([
  ["an unknown current context", { "current-context": "c" }, 'no context "c"'],
  [
    "a context of an unknown user",
    { "current-context": "c", contexts: [{ name: "c", context: { user: "u" } }] },
    'no user "u"',
  ],
  ["a user that can't be used", { users: [{ name: "*", user: { username: "u" } }] }, "passwords are not supported"],
])("%s is an error", async (_, more, problem) => {
  await expect(load([], more)).rejects.toThrow(problem);
});
