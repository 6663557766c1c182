/**
 * Where the objects of each scenario are, so that what one writes does not lengthen another's list.
 */
export const namespaces = {
  items: "bench",
  hundred: "bench-100",
  written: "bench-written",
  watched: "bench-watched",
  memory: "bench-memory",
} as const;

export function configMapsOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

export const deployments: string = `/apis/apps/v1/namespaces/${namespaces.written}/deployments`;

/** Parts of an object beside its name. */
interface ConfigMapParts {
  /** Of its JSON as it is sent. */
  readonly bytes: number;
  readonly resourceVersion?: string;
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * The JSON of a ConfigMap of the given size, whose text differs between names as real configuration
 * does.
 */
export function configMap(name: string, { bytes, resourceVersion, data = {} }: ConfigMapParts): string {
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name,
      labels: { app: "bench", part: `p${name.length % 7}` },
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    data: { config: "", ...data },
  };
  const bare = JSON.stringify(object).length;
  object.data.config = configuration(name, Math.max(0, bytes - bare));
  return JSON.stringify(object);
}

/**
 * So many characters that read like settings; none of them is longer in JSON. Other ones for
 * another seed.
 */
function configuration(seed: string, length: number): string {
  let hash = 2_166_136_261;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 16_777_619);
  const from = (hash >>> 0) % (settings.length - length);
  return settings.slice(from, from + length);
}

/** Long enough that neighbours in a list do not repeat each other for a compressor. */
const settings: string = makeSettings(1 << 20);

function makeSettings(length: number): string {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const lines: string[] = [];
  for (let made = 0; made < length; made += lines.at(-1)?.length ?? 0) {
    const host = `10.${random(256)}.${random(256)}.${random(256)}`;
    lines.push(`server.${random(2 ** 32).toString(16)}.address = ${host}:${random(65_536)}; `);
  }
  return lines.join("");
}

/** The object that a manager applies: a Deployment of about 5 KB, of which one setting changes. */
export function deployment(name: string, setting: number): string {
  const labels = { app: "bench", instance: name };
  const env = Array.from({ length: 23 }, (_, i) => ({
    name: `SETTING_${i}`,
    value: i === 0 ? String(setting) : configuration(`env${i}`, 60),
  }));
  const volumes = [
    { name: "config", configMap: { name: "app" } },
    { name: "data", emptyDir: {} },
  ];
  return JSON.stringify({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels, annotations: { description: configuration(name, 200) } },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 0 } },
      template: {
        metadata: { labels },
        spec: {
          containers: [container("main", env), container("sidecar", env.slice(1, 7))],
          terminationGracePeriodSeconds: 30,
          volumes,
        },
      },
    },
  });
}

function container(name: string, env: readonly object[]): object {
  const probe = {
    httpGet: { path: "/healthz", port: 8080 },
    initialDelaySeconds: 5,
    periodSeconds: 10,
    timeoutSeconds: 1,
    successThreshold: 1,
    failureThreshold: 3,
  };
  return {
    name,
    image: `registry.example/${name}:1.2.3`,
    args: ["--listen=:8080", "--config=/etc/app/config"],
    env,
    ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
    resources: { limits: { cpu: "500m", memory: "256Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
    livenessProbe: probe,
    readinessProbe: probe,
    volumeMounts: [
      { name: "config", mountPath: "/etc/app" },
      { name: "data", mountPath: "/data" },
    ],
    securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ["ALL"] } },
  };
}

export function itemName(index: number): string {
  return `item-${String(index).padStart(7, "0")}`;
}
