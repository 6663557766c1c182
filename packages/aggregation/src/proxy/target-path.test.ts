import { expect, test } from "vitest";
import { targetPath, targetQuery } from "./target-path.ts";

test.each([
  ["/apis/g/v1/things/a", "/apis/g/v1/things/a"],
  ["/apis/g/v1/things//a/", "/apis/g/v1/things//a/"],
  ["/apis/g/v1/things/ü", "/apis/g/v1/things/%C3%BC"],
  ["/apis/g/v1/things/a b;c=d,e:f@g$h&i+j", "/apis/g/v1/things/a%20b;c=d,e:f@g$h&i+j"],
  ["/apis/g/v1/things/a?b#c%", "/apis/g/v1/things/a%3Fb%23c%25"],
  ["/apis/g/v1/things/(a)!*'", "/apis/g/v1/things/%28a%29%21%2A%27"],
])("the path %s is sent as %s", (path, want) => {
  expect(targetPath({ path, query: new URLSearchParams() })).toBe(want);
});

test.each([
  ["", ""],
  ["z=1&a=2&z=0", "?a=2&z=1&z=0"],
  ["a=%20&b=c+d&e", "?a=+&b=c+d&e="],
  ["labelSelector=a%3Db,c!%3Dd&%C3%BC=%2F", "?labelSelector=a%3Db%2Cc%21%3Dd&%C3%BC=%2F"],
])("the query %s is sent as %s", (text, want) => {
  expect(targetQuery({ path: "/", query: new URLSearchParams(text) })).toBe(want);
});
