import { expect, test } from "vitest";
import { webhookUrl } from "./webhook-path.ts";

test.each([
  ["", "/"],
  ["/", "/"],
  ["/a//b/", "/a/b"],
  ["/a/./b/../c", "/a/c"],
  ["/a%3Ab", "/a:b"],
  ["/a%2Fb", "/a/b"],
  ["/a%41b", "/aAb"],
  ["/a%2E%2E/b", "/a../b"],
  ["/a%20b%25", "/a%20b%25"],
  ["/a!'()*b", "/a%21%27%28%29%2Ab"],
  ["/a[b]|c", "/a%5Bb%5D%7Cc"],
  ["/a$&+,;=@b", "/a$&+,;=@b"],
  ["/a\\b", "/a%5Cb"],
  ["/é", "/%C3%A9"],
  ["/a%FF%0Ab", "/a%FF%0Ab"],
])("the path %s of a webhook is called as %s", (path, called) => {
  expect(webhookUrl(`https://hooks.example.com:8443${path}`).href).toBe(`https://hooks.example.com:8443${called}`);
});
