import { isDeepStrictEqual } from "node:util";
import { type AuthenticationRequest, type AuthenticationResult, completeUser, type User } from "../authenticator.ts";
import type { AuthenticatorCase, AuthenticatorUnderTest } from "./authenticator-case.ts";
import { bare, hostileRequests, lookalikes, tokenOf } from "./requests.ts";

type Tested = Pick<AuthenticatorUnderTest, "authenticator">;

/** All cases, one or more for each law. */
export const authenticatorCases: readonly AuthenticatorCase[] = [
  {
    name: "the accepted request names its user",
    law: "exact",
    run: async (underTest) => void (await acceptedBy(underTest)),
  },
  {
    name: "invalid credentials are rejected",
    law: "exact",
    run: async ({ authenticator, refused }) => {
      for (const request of refused) {
        const { kind } = await authenticate({ authenticator }, request);
        if (kind !== "rejected") throw new Error(`an invalid credential is ${kind}, not rejected`);
      }
    },
  },
  {
    name: "a credential with small changes is not accepted",
    law: "exact",
    run: async (underTest) => {
      // First without and then with a cached result.
      for (let round = 0; round < 2; round++) {
        for (const request of lookalikes(underTest.accepted, underTest.secrets)) {
          if ((await authenticate(underTest, request)).kind === "authenticated")
            throw new Error("a changed credential, or the credential in another header, is accepted");
        }
        await acceptedBy(underTest);
      }
    },
  },
  {
    name: "a request without a credential is absent",
    law: "absent",
    run: async (underTest) => {
      const { kind } = await authenticate(underTest, bare);
      if (kind !== "absent") throw new Error(`a request without a credential is ${kind}`);
    },
  },
  {
    name: "no credential makes it throw, or authenticates by accident",
    law: "total",
    run: async (underTest) => {
      for (const request of hostileRequests(underTest.accepted, underTest.secrets)) {
        if ((await authenticate(underTest, request)).kind === "authenticated") throw new Error("junk is accepted");
      }
    },
  },
  {
    name: "the same request has the same user, whatever came between",
    law: "pure",
    run: async (underTest) => {
      const first = structuredClone(await acceptedBy(underTest));
      for (const request of [...underTest.refused, ...hostileRequests()]) await authenticate(underTest, request);
      const again = await acceptedBy(underTest);
      if (!isDeepStrictEqual(first, structuredClone(again))) throw new Error("the user differs from the previous one");
    },
  },
  { name: "no reason contains a secret", law: "silent", run: silence },
  {
    name: "a known credential has an immediate result",
    law: "immediate",
    run: async (underTest) => {
      await acceptedBy(underTest);
      const again = underTest.authenticator.authenticate(underTest.accepted);
      if (again instanceof Promise && underTest.forgets !== true)
        throw new Error("the second answer came as a promise");
      await again;
    },
  },
];

async function silence(underTest: AuthenticatorUnderTest): Promise<void> {
  const { accepted, refused } = underTest;
  const requests = [...refused, ...lookalikes(accepted, underTest.secrets)];
  const tokens = [accepted, ...requests].flatMap((r) => tokenOf(r) ?? []);
  const secrets = (underTest.secrets ?? tokens).filter((s) => s.length >= 8);
  for (const request of requests) {
    const shownResult = JSON.stringify(await authenticate(underTest, request));
    for (const secret of secrets) if (shownResult.includes(secret)) throw new Error("a reason holds a secret");
  }
}

async function acceptedBy(underTest: AuthenticatorUnderTest): Promise<User> {
  const result = await authenticate(underTest, underTest.accepted);
  if (result.kind !== "authenticated") throw new Error(`the accepted request is ${result.kind}`);
  return completeUser(result.user);
}

async function authenticate({ authenticator }: Tested, request: AuthenticationRequest): Promise<AuthenticationResult> {
  const result = await authenticator.authenticate(request);
  switch (result.kind) {
    case "absent":
      return result;
    case "rejected":
      if (typeof result.reason !== "string") throw new Error("the reason is no text");
      return result;
    case "authenticated":
      checkUser(completeUser(result.user));
      return result;
    default:
      throw new Error("the answer is no result");
  }
}

function checkUser({ name, uid, groups, extra }: User): void {
  const texts = (list: readonly unknown[]): boolean => Array.isArray(list) && list.every((t) => typeof t === "string");
  if (typeof name !== "string" || name === "") throw new Error("a user has no name");
  if (typeof uid !== "string" || !texts(groups) || !Object.values(extra).every(texts))
    throw new Error("a user is not as it must be");
}
