import { isDeepStrictEqual } from "node:util";
import type { Attributes, Authorizer, Decision, User } from "../authorizer.ts";
import type { AuthorizerCase, AuthorizerUnderTest } from "./authorizer-case.ts";

const stranger: User = { name: "unknown-user", uid: "", groups: [], extra: {} };
const verdicts: readonly string[] = ["allow", "deny", "noOpinion"];

/** Values that clients may send. */
const hostile: readonly string[] = [
  "",
  "*",
  "__proto__",
  "constructor",
  "../../secrets",
  "%2e%2e",
  "a/b",
  "a\nb",
  'a"b',
  "\u0000",
  "\ud800",
  "(a+)+$",
  "x".repeat(10_000),
];

const named = ["verb", "group", "resource", "subresource", "name", "namespace"] as const;

/** The cases of the conformance suite, for any authorizer. */
export const authorizerCases: readonly AuthorizerCase[] = [
  {
    name: "the allowed request is allowed",
    law: "exact",
    run: async ({ authorizer, allowed }) => expectVerdict(await authorizer.authorize(allowed), true, "it"),
  },
  {
    name: "a stranger is not allowed",
    law: "exact",
    run: async ({ authorizer, allowed }) =>
      expectVerdict(await authorizer.authorize({ ...allowed, user: stranger }), false, "a stranger"),
  },
  {
    name: "names of users and groups are compared whole, and are not each other's",
    law: "exact",
    run: async ({ authorizer, allowed }) => {
      for (const user of lookalikes(allowed.user))
        expectVerdict(await authorizer.authorize({ ...allowed, user }), false, JSON.stringify(user));
    },
  },
  { name: "names in a question are compared whole", law: "exact", run: exactNames },
  {
    name: "a resource is no path",
    law: "exact",
    run: async ({ authorizer, allowed }) => {
      const { namespace, resource, name } = allowed;
      const path = `/api/v1/namespaces/${namespace}/${resource}/${name}`;
      const attributes: Attributes = {
        ...allowed,
        isResource: false,
        path,
        group: "",
        version: "",
        resource: "",
        name: "",
        namespace: "",
      };
      expectVerdict(await authorizer.authorize(attributes), false, path);
    },
  },
  {
    name: "no request makes it throw",
    law: "total",
    run: async ({ authorizer, allowed }) => {
      for (const text of hostile) {
        for (const field of [...named, "version", "path"] as const)
          expectDecision(await authorizer.authorize({ ...allowed, [field]: text }));
        expectDecision(await authorizer.authorize({ ...allowed, isResource: false, path: text }));
        const user = { name: text, uid: text, groups: [text], extra: { [text]: [text] } };
        expectDecision(await authorizer.authorize({ ...allowed, user }));
      }
    },
  },
  {
    name: "a request may have selectors",
    law: "total",
    run: async ({ authorizer, allowed }) => {
      const requirement = { key: "a", operator: "In" as const, values: ["b"] };
      expectDecision(
        await authorizer.authorize({ ...allowed, labelSelector: [requirement], fieldSelector: [requirement] }),
      );
    },
  },
  {
    name: "the same question has the same answer, and may be frozen",
    law: "pure",
    run: async ({ authorizer, allowed }) => {
      const frozen = deepFreeze(structuredClone(allowed));
      const denied = deepFreeze({ ...structuredClone(allowed), user: stranger });
      for (const attributes of [frozen, denied, frozen, denied]) {
        const [first, again] = [await authorizer.authorize(attributes), await authorizer.authorize(attributes)];
        if (first.verdict !== again.verdict) throw new Error(`first ${first.verdict}, then ${again.verdict}`);
      }
      expectVerdict(await authorizer.authorize(frozen), true, "it");
    },
  },
  {
    name: "a question stays as it is",
    law: "pure",
    run: async ({ authorizer, allowed }) => {
      for (const user of [allowed.user, stranger]) {
        const attributes = structuredClone({ ...allowed, user });
        await authorizer.authorize(attributes);
        if (!isDeepStrictEqual(attributes, structuredClone({ ...allowed, user })))
          throw new Error("the authorizer has changed the attributes");
      }
    },
  },
  {
    name: "users are compared by value, not by identity",
    law: "pure",
    run: async ({ authorizer, allowed }) => {
      await authorizer.authorize({ ...allowed, user: stranger });
      expectVerdict(await authorizer.authorize({ ...allowed, user: structuredClone(allowed.user) }), true, "a copy");
    },
  },
  { name: "decisions from memory are synchronous", law: "immediate", run: immediate },
];

async function immediate({ authorizer, allowed, remote = false }: AuthorizerUnderTest): Promise<void> {
  const answer = authorizer.authorize(allowed);
  if (answer instanceof Promise && !remote) throw new Error("the answer came as a promise");
  expectVerdict(await answer, true, "it");
}

/** Verbs that grant more than the one that is allowed; no other verb implies one of them. */
const grantingVerbs = ["bind", "escalate", "impersonate"];

async function exactNames({ authorizer, allowed, ignores = [] }: AuthorizerUnderTest): Promise<void> {
  // First the allowed question, so that a decision which is kept for too many is found.
  expectVerdict(await authorizer.authorize(allowed), true, "it");
  for (const field of named) {
    if (ignores.includes(field)) continue;
    const value = allowed[field];
    const similar = [`${value}x`, `x${value}`, value.toUpperCase(), value.slice(1), value.slice(0, -1), ` ${value}`];
    const general = ["", "*", `${value}/*`, ...(field === "verb" ? grantingVerbs : [])];
    for (const other of new Set([...similar, ...general])) {
      if (other === value) continue;
      const decision = await authorizer.authorize({ ...allowed, [field]: other });
      expectVerdict(decision, false, `${field} ${JSON.stringify(other)}`);
    }
  }
  expectVerdict(await authorizer.authorize(allowed), true, "it");
}

/** Users that resemble the allowed one. */
function lookalikes({ name, groups }: User): readonly User[] {
  const bent = (text: string): readonly string[] =>
    [`${text}x`, `x${text}`, text.toUpperCase(), text.slice(1), ` ${text}`].filter((t) => t !== text);
  return [
    ...bent(name).map((n) => ({ ...stranger, name: n })),
    ...groups.flatMap((g) => bent(g).map((b) => ({ ...stranger, groups: [b] }))),
    ...groups.map((g) => ({ ...stranger, name: g })),
    { ...stranger, groups: [name] },
    { ...stranger, uid: name },
    { ...stranger, extra: { [name]: [name], name: [name], groups } },
    ...(groups.length > 1 ? [{ ...stranger, groups: [groups.join(",")] }] : []),
  ];
}

function expectVerdict(decision: Decision, allowed: boolean, what: string): void {
  expectDecision(decision);
  if ((decision.verdict === "allow") !== allowed)
    throw new Error(`${what} is ${allowed ? "not " : ""}allowed: ${JSON.stringify(decision)}`);
}

function expectDecision({ verdict, reason, error }: Awaited<ReturnType<Authorizer["authorize"]>>): void {
  if (!verdicts.includes(verdict)) throw new Error(`${JSON.stringify(verdict)} is no verdict`);
  if (typeof reason !== "string") throw new Error("the reason is no text");
  if (error !== undefined && typeof error !== "string") throw new Error("the error is no text");
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
