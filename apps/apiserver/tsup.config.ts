import { defineConfig, type Options } from "tsup";

const common: Options = { platform: "node", target: "node22", sourcemap: true };

/**
 * Node keeps, hashes and reads a file of nothing but ASCII at half the cost. What the bundler
 * leaves beyond it stands in regular expressions, where an escape means the same.
 */
const ascii: NonNullable<Options["plugins"]>[number] = {
  name: "ascii",
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`),
  }),
};

export default defineConfig([
  { ...common, entry: ["src/main.ts", "src/etcd.ts"], format: "esm", splitting: false, clean: ["!program*"] },
  // One file with everything in it: looking for four hundred modules is a good part of a start, and
  // reading it is another.
  {
    ...common,
    entry: ["src/program.ts"],
    format: "cjs",
    // Both are built at once; neither takes the other's away.
    clean: ["!main*", "!etcd*"],
    noExternal: [/.*/],
    plugins: [ascii],
    esbuildOptions: (options) => {
      // Loaded only where traces are asked for, and installed only by who wants them.
      options.external = [...(options.external ?? []), "@svc/tracing"];
      options.mainFields = ["module", "main"];
      // A module of Node that the bundler does not know.
      options.external = [...(options.external ?? []), "inspector/promises"];
      options.minifyWhitespace = true;
      options.minifySyntax = true;
    },
  },
]);
