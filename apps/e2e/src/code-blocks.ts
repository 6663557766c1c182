import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A code block of a page in Markdown, or a program below `examples`. */
export interface CodeBlock {
  /** Page and, behind its first block, the number of the block. */
  readonly name: string;
  /** Folder whose dependencies the code may import. */
  readonly folder: string;
  readonly code: string;
  /**
   * Declarations of the code's surroundings, such as a cluster. Such code is type-checked only.
   * They are in an HTML comment before the block, which begins with `types only`.
   */
  readonly declarations: string | undefined;
  /** The program, if it is one with files of its own beside it. */
  readonly file?: string;
}

/** All code blocks in TypeScript of READMEs and of `docs`, and all programs below `examples`. */
export function codeBlocks(): readonly CodeBlock[] {
  const readmes = readdirSync(join(root, "packages")).map((name) => ({
    page: `packages/${name}/README.md`,
    folder: `packages/${name}`,
  }));
  const pages = ["docs", "docs/guide"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => ({ page: `${folder}/${file}`, folder: "apps/e2e" })),
  );
  const all = [...readmes, ...pages, { page: "README.md", folder: "apps/e2e" }];
  return [...all.flatMap(({ page, folder }) => blocksOf(page, folder)), ...programs()];
}

const pattern = /(?:<!-- types only\n(?<declarations>.*?)-->\n+)?```ts\n(?<code>.*?)```/gs;

function blocksOf(page: string, folder: string): readonly CodeBlock[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(pattern)].map(({ groups }, index) => ({
    name: index === 0 ? page : `${page} ${index + 1}`,
    folder,
    code: groups?.["code"] ?? "",
    declarations: groups?.["declarations"],
  }));
}

function programs(): readonly CodeBlock[] {
  return readdirSync(join(root, "examples"))
    .map((name) => `examples/${basename(name)}`)
    .filter((folder) => existsSync(join(root, folder, "main.ts")))
    .map((folder) => {
      const code = readFileSync(join(root, folder, "main.ts"), "utf8");
      return { name: `${folder}/main.ts`, folder, code, declarations: undefined, file: join(root, folder, "main.ts") };
    });
}

/** The lines that code prints, by the comments behind its calls of `console.log`. */
export function printedBy(code: string): readonly string[] {
  return [...code.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)].map(([, printed = ""]) => printed);
}

/** The parts of the comments that are missing in an output, however both are broken into lines. */
export function missingOutput(code: string, output: string): readonly string[] {
  const plain = (text: string): string => text.replace(/\s+/g, "");
  return printedBy(code)
    .flatMap((printed) => printed.split("…"))
    .filter((part) => !plain(output).includes(plain(part)));
}
