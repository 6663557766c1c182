import { createManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../testing/files.ts";
import { fixedCredentials, mergeCredentials } from "../transport/credentials.ts";
import { tokenFileCredentials } from "./token-file.ts";

describe("a token in a file", () => {
  test("is read again after a minute, and when it was refused", async () => {
    using files = temporaryFiles();
    const clock = createManualClock();
    const path = files.put("token", "a\n");
    const source = tokenFileCredentials({ path, clock });
    const token = async () => (await source.current()).headers["authorization"];
    expect(await token()).toBe("Bearer a");
    files.put("token", "b");
    clock.advance(59_999);
    expect(await token()).toBe("Bearer a");
    clock.advance(1);
    expect(await token()).toBe("Bearer b");
    files.put("token", "c");
    // Just read: the file has nothing newer.
    expect(source.rejected(await source.current())).toBe(false);
    clock.advance(1);
    expect(source.rejected(await source.current())).toBe(true);
    expect(await token()).toBe("Bearer c");
  });

  test.each([
    ["", "is empty"],
    ["a b", "printable ASCII"],
  ])("that is %j is refused", async (text, message) => {
    using files = temporaryFiles();
    const source = tokenFileCredentials({ path: files.put("token", text), clock: createManualClock() });
    await expect(source.current()).rejects.toThrow(message);
  });

  test("that does not exist is an error each time it is needed", async () => {
    using files = temporaryFiles();
    const source = tokenFileCredentials({ path: `${files.dir}/token`, clock: createManualClock() });
    await expect(source.current()).rejects.toThrow("ENOENT");
    files.put("token", "late");
    expect((await source.current()).headers).toEqual({ authorization: "Bearer late" });
  });
});

test("credentials with additions are the same object while unchanged, and are rejected as the original ones", async () => {
  const refused: unknown[] = [];
  const source = fixedCredentials({ headers: { authorization: "Bearer t" } });
  const rejected = (credential: unknown): boolean => refused.push(credential) > 0;
  const both = mergeCredentials(
    { ...source, rejected },
    { headers: { authorization: "own", "impersonate-user": "u" } },
  );
  const current = await both.current();
  expect(current.headers).toEqual({ authorization: "Bearer t", "impersonate-user": "u" });
  expect(await both.current()).toBe(current);
  both.rejected(current);
  expect(refused).toEqual([await source.current()]);
});
