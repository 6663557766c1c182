import { expect, test } from "vitest";
import { rewriteLink } from "./rewrite-link.ts";

const links = { host: "here:1", prefix: "/p" };

test.each([
  { link: "/x/y?a=%2F#/b c", want: "/p/x/y?a=%2F#/b c" },
  { link: "/a%2Fb", want: "/p/a/b" },
  { link: "/a b/(c)/%7e/%C3%A9/é", want: "/p/a%20b/%28c%29/~/%C3%A9/%C3%A9" },
  { link: "http://HERE:1/a%20b", want: "http://HERE:1/p/a%20b" },
  { link: "http://other/a b", want: "http://other/a b" },
  { link: "/%zz", want: "/%zz" },
  { link: "//here:1/x", want: "//here:1/x" },
  { link: "../x", want: "../x" },
  { link: "/a%2Fb", prefix: "", want: "/a%2Fb" },
  { link: "/a%2Fb c", prefix: "", want: "/a/b%20c" },
])("the link $link becomes $want", ({ link, prefix = links.prefix, want }) => {
  expect(rewriteLink(link, { ...links, prefix })).toBe(want);
});
