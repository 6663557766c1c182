import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFlags } from "../src/flags.ts";
import { metricsPage } from "../src/metrics/metrics-page.ts";
import { run } from "../src/run.ts";

const folder = await mkdtemp(join(tmpdir(), "metrics-"));
const flags = ["--dialect=kubernetes", "--storage=memory", "--secure-port=0", "--bind-address=127.0.0.1"];
const running = await run(parseFlags([...flags, `--data-dir=${folder}`]));
await writeFile(new URL("../../../docs/guide/metrics.md", import.meta.url), metricsPage(running.metrics.describe()));
await running.stop();
await rm(folder, { recursive: true });
