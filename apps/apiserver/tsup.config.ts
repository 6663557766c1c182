import { defineConfig, type Options } from "tsup";

const common: Options = { platform: "node", target: "node22", sourcemap: true };

/**
 * Node loads and hashes a file that has only ASCII at half the cost. The bundler leaves other
 * characters in regular expressions only, where an escape is equivalent.
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
    // Both configurations are built at the same time, and each must keep the files of the other.
    clean: ["!main*", "!etcd*"],
    noExternal: [/.*/],
    plugins: [ascii],
    esbuildOptions: (options) => {
      // Loaded only where traces are enabled; an optional dependency.
      options.external = [...(options.external ?? []), "@svc/tracing"];
      // By `require`: Node warns of `import` in a script that the program has compiled itself.
      options.supported = { ...options.supported, "dynamic-import": false };
      options.mainFields = ["module", "main"];
      // A module of Node that is missing from the bundler's list.
      options.external = [...(options.external ?? []), "inspector/promises"];
      options.minifyWhitespace = true;
      options.minifySyntax = true;
    },
  },
]);
