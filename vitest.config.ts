import { defineConfig } from "vitest/config";

// One run for the whole repository: packages resolve to their sources, so that no build is needed to test them.
export default defineConfig({
  resolve: { conditions: ["svc-source"] },
  ssr: { resolve: { conditions: ["svc-source"], externalConditions: ["svc-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // Bounds for what hangs, not expectations: machines that others share stand still for many seconds.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
