import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findEtcd } from "@svc/storage/testing/etcd";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { freePort } from "./free-port.ts";
import { type Ran, runProgram } from "./run-program.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const cache = join(root, "node_modules", ".cache", "svc-e2e");
const examples = join(root, "examples", "test-your-controller");
const svcTesting = join(root, "packages", "testing", "bin", "svc-testing.js");
const patientMs = 900_000;

/** The folder that a user of envtest gets; this machine's kubectl is not looked for. */
async function makeAssets(): Promise<string> {
  const kubectl = clientPrograms()?.kubectl;
  const flags = [
    "--bin-dir",
    join(cache, "assets"),
    "-p",
    "path",
    ...(kubectl === undefined ? [] : ["--kubectl", kubectl]),
  ];
  const { code, stdout, stderr } = await runProgram(process.execPath, [svcTesting, "use", ...flags]);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** What hinders a test here: a program is not there, or what it needs cannot be had. */
async function hindrance(file: string, args: readonly string[], cwd = root): Promise<string | undefined> {
  try {
    const { code, stdout, stderr } = await runProgram(file, args, { cwd, timeoutMs: patientMs });
    return code === 0 ? undefined : (stderr + stdout).trim();
  } catch (error) {
    return String(error);
  }
}

describe.skipIf(process.platform === "win32")("the programs that a test framework starts", () => {
  let assets: string;
  let folder: string;
  const children: ChildProcess[] = [];
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(join(assets, program), args, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    return child;
  };
  const stop = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  beforeAll(async () => {
    assets = await makeAssets();
    folder = mkdtempSync(join(tmpdir(), "drop-in-"));
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(join(folder, "sa.key"), privateKey.export({ type: "pkcs8", format: "pem" }));
  });
  afterAll(async () => {
    await Promise.all(children.map(stop));
    rmSync(folder, { recursive: true, force: true });
  });

  test("objects survive a restart of the API server on the same etcd", async () => {
    const etcd = `http://127.0.0.1:${await freePort()}`;
    const data = join(folder, "etcd");
    start("etcd", [`--data-dir=${data}`, `--listen-client-urls=${etcd}`, "--unsafe-no-fsync=true"]);
    const port = await freePort();
    const startApiServer = async (): Promise<ChildProcess> => {
      const server = start("kube-apiserver", [
        `--etcd-servers=${etcd}`,
        `--cert-dir=${join(folder, "certs")}`,
        `--secure-port=${port}`,
        "--bind-address=127.0.0.1",
        "--authorization-mode=RBAC",
        "--disable-admission-plugins=ServiceAccount",
        "--service-cluster-ip-range=10.0.0.0/24",
        "--service-account-issuer=https://127.0.0.1/",
        `--service-account-key-file=${join(folder, "sa.key")}`,
        `--service-account-signing-key-file=${join(folder, "sa.key")}`,
      ]);
      await once(server.stdout ?? server, "data");
      return server;
    };
    const kubectl = (...args: string[]): Promise<Ran> =>
      runProgram(join(assets, "kubectl"), ["--kubeconfig", join(data, "admin.kubeconfig"), ...args]);
    const first = await startApiServer();
    if (!existsSync(join(assets, "kubectl"))) return;
    expect((await kubectl("create", "configmap", "settings", "--from-literal=color=blue")).stderr).toBe("");
    await stop(first);
    await startApiServer();
    expect((await kubectl("get", "configmap", "settings", "-o", "jsonpath={.data.color}")).stdout).toBe("blue");
  });

  test("an unknown flag is refused as kube-apiserver refuses it", async () => {
    expect(await runProgram(join(assets, "kube-apiserver"), ["--nonsense"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "Error: unknown flag: --nonsense\n",
    });
  });
});

const controllerRuntime = "sigs.k8s.io/controller-runtime@v0.21.0";
const suites = ["client", "envtest", "webhook", "builder", "controller", "handler", "source"];
/** They wait for minutes, or hardly use a server. */
const slowSuites = [
  ...["cache", "manager", "manager/internal/integration", "cluster", "recorder", "reconcile", "finalizer"],
  ...["controller/controllerutil", "leaderelection", "certwatcher", "client/fake", "metrics/filters"],
];
const isSlowWanted = process.env["SLOW_TESTS"] !== undefined;

/** The same folder, with a real etcd in place of the stand-in. */
function withRealEtcd(assets: string, etcd: string): string {
  const folder = join(cache, "assets-etcd");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["kube-apiserver", "kubectl"])
    if (existsSync(join(assets, name))) symlinkSync(join(assets, name), join(folder, name));
  const program = etcd.includes("/") ? etcd : join(pathOf(etcd), etcd);
  symlinkSync(program, join(folder, "etcd"));
  return folder;
}

/** The folder of the PATH that has a program. */
function pathOf(program: string): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.find((folder) => existsSync(join(folder, program))) ?? "";
}

const goHindered = await hindrance("go", ["mod", "download"], join(examples, "go"));
if (goHindered !== undefined) console.warn(`the suites of controller-runtime are skipped: ${goHindered}`);

describe.skipIf(goHindered !== undefined)("Go's envtest with the programs of svc-testing", () => {
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    env = { KUBEBUILDER_ASSETS: await makeAssets() };
  });

  test(
    "the example of the guide passes",
    async () => {
      const args = ["test", "-count=1", "./..."];
      const { code, stdout, stderr } = await runProgram("go", args, {
        cwd: join(examples, "go"),
        env,
        timeoutMs: patientMs,
      });
      expect(code, `${stdout}${stderr}`).toBe(0);
    },
    patientMs,
  );

  /**
   * An assertion in a goroutine of the suite's own webhook server. Each case of the suite starts
   * one on the same port without waiting for the end of the former one, and one case shares an
   * error variable with its requests: now and then a start fails, whatever API server there is.
   */
  const upstreamRace = "created by sigs.k8s.io/controller-runtime/pkg/webhook_test.init";
  const attempts = 4;

  const passes = async (suite: string, sources: string, assets = env["KUBEBUILDER_ASSETS"] ?? ""): Promise<void> => {
    const args = ["test", "-count=1", `./pkg/${suite}`];
    const run = (): Promise<Ran> =>
      runProgram("go", args, { cwd: sources, env: { KUBEBUILDER_ASSETS: assets }, timeoutMs: patientMs });
    let ran = await run();
    for (let left = attempts - 1; left > 0 && ran.code !== 0 && ran.stdout.includes(upstreamRace); left--) {
      console.warn(`controller-runtime's suite of ${suite} lost its known race and is run again`);
      ran = await run();
    }
    expect(ran.code, `${ran.stdout}${ran.stderr}`).toBe(0);
  };

  /** The sources, in a folder that may be written to, as some suites do. */
  const sourcesOf = async (): Promise<string> => {
    const sources = join(cache, "controller-runtime-v0.21.0");
    if (!existsSync(sources)) {
      const { stdout } = await runProgram("go", ["mod", "download", "-json", controllerRuntime], {
        cwd: join(examples, "go"),
      });
      const { Dir: dir } = JSON.parse(stdout) as { readonly Dir: string };
      mkdirSync(cache, { recursive: true });
      cpSync(dir, sources, { recursive: true });
    }
    return sources;
  };

  test.each(isSlowWanted ? [...suites, ...slowSuites] : suites)(
    "controller-runtime's own suite of %s passes",
    async (suite) => passes(suite, await sourcesOf()),
    patientMs,
  );

  const etcd = findEtcd();
  const withEtcd = etcd !== undefined && isSlowWanted ? suites : [];
  test.each(withEtcd)(
    "controller-runtime's own suite of %s passes with a real etcd",
    async (suite) => passes(suite, await sourcesOf(), withRealEtcd(env["KUBEBUILDER_ASSETS"] ?? "", etcd ?? "")),
    patientMs,
  );
});

/** Where `npx svc-testing` finds the program. */
const path = [join(root, "node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter);
const venv = join(cache, "python-pytest");
const python = join(venv, "bin", "python");
const languages = [
  {
    name: "Python",
    cwd: join(examples, "python"),
    prepare: async () =>
      (existsSync(python) ? undefined : await hindrance("python3", ["-m", "venv", venv])) ??
      (await hindrance(python, ["-m", "pip", "install", "-q", "-r", join(examples, "python", "requirements.txt")])),
    test: [python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"],
  },
  {
    name: "Java",
    cwd: join(examples, "java"),
    prepare: () =>
      hindrance("mvn", ["-q", "-B", `-DbuildDirectory=${join(cache, "java")}`, "test-compile"], join(examples, "java")),
    test: ["mvn", "-q", "-B", `-DbuildDirectory=${join(cache, "java")}`, "test"],
  },
  {
    name: "Rust",
    cwd: join(examples, "rust"),
    // A first build of the client takes six minutes on two cores.
    prepare: async () =>
      !isSlowWanted
        ? "it compiles for minutes: set SLOW_TESTS=1 to run it"
        : hindrance("cargo", ["fetch"], join(examples, "rust")),
    test: ["cargo", "test", "--target-dir", join(cache, "rust")],
  },
];

describe.each(languages)("the example of the guide in $name", ({ name, cwd, prepare, test: [file = "", ...args] }) => {
  test(
    "passes",
    async ({ skip }) => {
      const hindered = await prepare();
      if (hindered !== undefined) console.warn(`the example in ${name} is skipped: ${hindered}`);
      skip(hindered !== undefined, hindered);
      const { code, stdout, stderr } = await runProgram(file, args, { cwd, env: { PATH: path }, timeoutMs: patientMs });
      expect(code, `${stdout}${stderr}`).toBe(0);
    },
    patientMs * 2,
  );
});
