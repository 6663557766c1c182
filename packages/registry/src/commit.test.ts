import {
  OverloadedError,
  StorageClosedError,
  UnavailableError,
  UnknownOutcomeError,
  WriteFailedError,
} from "@svc/storage";
import { expect, it } from "vitest";
import { statusOf } from "./commit.ts";

it.each<[string, Error, number, string]>([
  ["a full disk", new WriteFailedError("no space"), 503, "the store does not take writes: no space"],
  ["no quorum", new UnavailableError("no answer"), 503, "the store is not available: no answer"],
  ["a closed store", new StorageClosedError(), 503, "the store is not available: the store is closed"],
  ["too many commits", new OverloadedError("full"), 429, "the store is overloaded"],
  ["a lost answer", new UnknownOutcomeError("gone"), 504, "Timeout: the store did not tell whether the write happened"],
])("%s is told to clients as what it is", (_, error, code, message) => {
  expect(statusOf(error)).toMatchObject({ code, message });
});

it("an error of another kind stays as it is", () => {
  const error = new RangeError("a bug");
  expect(statusOf(error)).toBe(error);
});
