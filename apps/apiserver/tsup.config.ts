import { defineConfig, type Options } from "tsup";

const common: Options = { platform: "node", target: "node22", sourcemap: true };

export default defineConfig([
  { ...common, entry: ["src/main.ts"], format: "esm", clean: ["!program*"] },
  // One file with everything in it: looking for four hundred modules is a good part of a start, and reading it is another.
  {
    ...common,
    entry: ["src/program.ts"],
    format: "cjs",
    // Both are built at once; neither takes the other's away.
    clean: ["!main*"],
    noExternal: [/.*/],
    esbuildOptions: (options) => {
      options.mainFields = ["module", "main"];
      options.minifyWhitespace = true;
      options.minifySyntax = true;
    },
  },
]);
