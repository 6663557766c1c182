import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { gzippedHtmlRewriter, htmlRewriter } from "./rewrite-html.ts";

const links = { host: "api.example:6443", prefix: "/P" };

/** The page after rewriting, when it arrives in pieces of a size. */
function rewritten(page: string, size = page.length): string {
  const rewriter = htmlRewriter(links);
  const bytes = Buffer.from(page);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(rewriter.write(bytes.subarray(at, at + size)));
  return Buffer.concat([...out, rewriter.end()]).toString();
}

// What kube-apiserver makes of each page.
const cases: readonly (readonly [string, string])[] = [
  ['<a href="/x"/>', '<a href="/P/x"/>'],
  ["<A HREF=/x CLASS=q>t</A>", '<a href="/P/x" class="q">t</A>'],
  ['<a href="/x%20y?q=a b#f">', '<a href="/P/x%20y?q=a b#f">'],
  ['<a href="/x" title="a\'b&quot;c&lt;">', '<a href="/P/x" title="a&#39;b&#34;c&lt;">'],
  ["<b title=x>", '<b title="x">'],
  ['<a href="http://api.example:6443/y">', '<a href="http://api.example:6443/P/y">'],
  ['<a href="http://elsewhere.example/y">', '<a href="http://elsewhere.example/y">'],
  [
    '<a href="//h/z"><a href="rel"><a href="#f"><a href="?q">',
    '<a href="//h/z"><a href="rel"><a href="#f"><a href="?q">',
  ],
  ["<script>\"<a href='/s'>\"</script><a href=/z>", '<script>"<a href=\'/s\'>"</script><a href="/P/z">'],
  ['<style><a href="/s"></style>', '<style><a href="/s"></style>'],
  ['<textarea><a href="/t"></textarea>', '<textarea><a href="/t"></textarea>'],
  ['<!-- <a href="/c"> --><a href="/x', '<!-- <a href="/c"> -->'],
  ['a < b <a href="/x">', 'a < b <a href="/P/x">'],
  ['<a href="/x&amp;y">', '<a href="/P/x&amp;y">'],
  ["<img src=/a.png/>", '<img src="/P/a.png/">'],
  ['<br/><a href="/é">', '<br/><a href="/P/%C3%A9">'],
  ["<!DOCTYPE html><a href='/x'>", '<!DOCTYPE html><a href="/P/x">'],
  ['<a href="/a b">', '<a href="/P/a%20b">'],
  ['<a href="/%zz">', '<a href="/%zz">'],
  ['<a data-x="/y" href>', '<a data-x="/y" href="">'],
  ['<img srcset="/j.png 2x" src="/i.png">', '<img srcset="/j.png 2x" src="/P/i.png">'],
  ['<p title="a > b" ><a href="/x">', '<p title="a &gt; b"><a href="/P/x">'],
];

describe("a page", () => {
  test.each(cases)("%s", (page, want) => {
    expect(rewritten(page)).toBe(want);
  });

  test("is the same for any chunking", () => {
    const page = cases
      .slice(0, 11)
      .map(([one]) => one)
      .join("é");
    for (const size of [1, 2, 3, 7, 64]) expect(rewritten(page, size)).toBe(rewritten(page));
  });

  test("passes while it arrives", () => {
    const rewriter = htmlRewriter(links);
    expect(rewriter.write(Buffer.from('text <a href="/x">more <b')).toString()).toBe('text <a href="/P/x">more ');
    expect(rewriter.write(Buffer.from(">!")).toString()).toBe("<b>!");
  });
});

describe("a compressed page", () => {
  const through = (bytes: Buffer): Buffer => {
    const rewriter = gzippedHtmlRewriter(links);
    return Buffer.concat([rewriter.write(bytes), rewriter.end()]);
  };

  test("is unpacked, rewritten and packed again", () => {
    expect(gunzipSync(through(gzipSync('<a href="/x">'))).toString()).toBe('<a href="/P/x">');
  });

  test("that is no gzip passes as it is", () => {
    expect(through(Buffer.from("not packed")).toString()).toBe("not packed");
  });

  test("that is too large passes as it is", () => {
    const large = Buffer.alloc(8 * 1024 * 1024 + 1, 7);
    expect(through(large).equals(large)).toBe(true);
  });
});

test.each(["<!-- ", '<a title="', "<script>", "<"])(
  "of a page without an end behind %j, a bounded part is kept",
  (start) => {
    const rewriter = htmlRewriter(links);
    const piece = Buffer.from("x".repeat(256 * 1024));
    let passed = rewriter.write(Buffer.from(start)).length;
    const total = start.length + 8 * piece.length;
    for (let i = 0; i < 8; i++) passed += rewriter.write(piece).length;
    expect(total - passed).toBeLessThanOrEqual(1024 * 1024);
    expect(passed).toBeLessThanOrEqual(total);
  },
);
