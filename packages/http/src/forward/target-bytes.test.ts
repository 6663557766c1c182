import { expect, test } from "vitest";
import { escapedPath, pathBytes, sortedQuery } from "./target-bytes.ts";

test.each([
  ["/apis/g/v1/things/a", "/apis/g/v1/things/a"],
  ["/apis/g/v1/things//a/?b=c", "/apis/g/v1/things//a/"],
  ["/apis/g/v1/things/%C3%BC", "/apis/g/v1/things/%C3%BC"],
  ["/apis/g/v1/things/a%20b;c=d,e:f@g$h&i+j", "/apis/g/v1/things/a%20b;c=d,e:f@g$h&i+j"],
  ["/apis/g/v1/things/a%3fb%23c%25", "/apis/g/v1/things/a%3Fb%23c%25"],
  ["/apis/g/v1/things/(a)!*'", "/apis/g/v1/things/%28a%29%21%2A%27"],
  ["/things/a%2Fb/%41", "/things/a/b/A"],
  ["/things/%ff%c3", "/things/%FF%C3"],
  ["/things/%00", "/things/%00"],
])("the target %s is sent on with the path %s", (target, want) => {
  expect(escapedPath(pathBytes(target))).toBe(want);
});

test.each([
  ["/", ""],
  ["/?", ""],
  ["/?z=1&a=2&z=0", "?a=2&z=1&z=0"],
  ["/?a=%20&b=c+d&e", "?a=+&b=c+d&e="],
  ["/?labelSelector=a%3Db,c!%3Dd&%C3%BC=%2F", "?labelSelector=a%3Db%2Cc%21%3Dd&%C3%BC=%2F"],
  ["/?q=%ff&a;b=1&c=%zz&d=%", "?q=%FF"],
  ["/?a=b=c&=v&&?x", "?=v&%3Fx=&a=b%3Dc"],
])("the target %s is sent on with the query %s", (target, want) => {
  expect(sortedQuery(target)).toBe(want);
});
