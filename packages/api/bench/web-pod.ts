import type { ApiObject } from "@svc/meta";

function container(name: string): object {
  const probe = { periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3 };
  return {
    name,
    image: "registry.example.com/team/app:1.2.3",
    command: ["/bin/app"],
    args: ["--listen=:8080", "--verbose"],
    ports: [
      { name: "http", containerPort: 8080, protocol: "TCP" },
      { name: "metrics", containerPort: 9090, protocol: "TCP" },
    ],
    env: [
      { name: "POD_NAME", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } },
      { name: "LEVEL", value: "1" },
      { name: "TOKEN", valueFrom: { secretKeyRef: { name: "tokens", key: "web" } } },
    ],
    envFrom: [{ configMapRef: { name: "settings" } }],
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { cpu: "500m", memory: "256Mi" } },
    volumeMounts: [
      { name: "data", mountPath: "/data" },
      { name: "settings", mountPath: "/etc/app", readOnly: true },
    ],
    livenessProbe: { ...probe, httpGet: { path: "/healthz", port: "http", scheme: "HTTP" } },
    readinessProbe: { ...probe, httpGet: { path: "/ready", port: 8080, scheme: "HTTP" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      runAsUser: 1000,
      capabilities: { drop: ["ALL"] },
      seccompProfile: { type: "RuntimeDefault" },
    },
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: "IfNotPresent",
  };
}

const selector = { matchLabels: { app: "web" } };
/** A pod as a deployment of three containers has it, of 5 KB as JSON. */
export const pod: ApiObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web-7d4b9c-abcde", namespace: "default", labels: { app: "web", tier: "front" } },
  spec: {
    containers: [container("app"), container("proxy"), container("logs")],
    volumes: [
      { name: "data", emptyDir: { sizeLimit: "1Gi" } },
      { name: "settings", configMap: { name: "settings", defaultMode: 420, items: [{ key: "a", path: "a.yaml" }] } },
      {
        name: "token",
        projected: {
          defaultMode: 420,
          sources: [{ serviceAccountToken: { path: "token", expirationSeconds: 3600 } }],
        },
      },
    ],
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 100, podAffinityTerm: { topologyKey: "example.com/host", labelSelector: selector } },
        ],
      },
    },
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: "example.com/zone", whenUnsatisfiable: "ScheduleAnyway", labelSelector: selector },
    ],
    tolerations: [{ key: "example.com/gone", operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 }],
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    serviceAccountName: "web",
    securityContext: { fsGroup: 1000 },
    schedulerName: "default-scheduler",
    enableServiceLinks: true,
  },
};
