import { expect, test } from "vitest";
import { joinAuthenticationData } from "./join-authentication-data.ts";

const names = "requestheader-allowed-names";

test.each([
  { name: "nothing", published: {}, want: '["a"]' },
  { name: "the same", published: { [names]: '[ "a" ]' }, want: '[ "a" ]' },
  { name: "names of another server", published: { [names]: '["b"]' }, want: '["b","a"]' },
  { name: "what is no list", published: { [names]: "b" }, want: '["a"]' },
])("after $name, the published value is $want", ({ published, want }) => {
  expect(joinAuthenticationData(published, { [names]: '["a"]' }, 0)).toEqual({ [names]: want });
});
