import { defineConfig } from "tsup";

// One file with everything in it: looking for four hundred modules is a good part of a start. What it holds of older modules asks for Node's by
// `require`.
export default defineConfig({
  entry: ["src/main.ts"],
  format: "esm",
  platform: "node",
  target: "node22",
  clean: true,
  sourcemap: true,
  noExternal: [/.*/],
  // What is loaded later than the rest gives its names only as a module of today.
  esbuildOptions: (options) => {
    options.mainFields = ["module", "main"];
  },
  banner: { js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
});
