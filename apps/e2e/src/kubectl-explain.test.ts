import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { type Ran, runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();

/**
 * What is asked for, what it is of, and some of the lines that show fields: their names, types and
 * whether they are required.
 */
type Explained = readonly [args: string, kind: string, apiVersion: string, fields: readonly string[]];

const explained: readonly Explained[] = [
  ["pods", "Pod", "v1", ["metadata <ObjectMeta>", "spec <PodSpec>", "status <PodStatus>"]],
  ["po.metadata", "Pod", "v1", ["finalizers <[]string>", "labels <map[string]string>", "deletionTimestamp <string>"]],
  ["pods.metadata.ownerReferences", "Pod", "v1", ["uid <string> -required-", "blockOwnerDeletion <boolean>"]],
  ["pods.spec", "Pod", "v1", ["containers <[]Container> -required-", "nodeName <string>", "hostNetwork <boolean>"]],
  ["pods.spec.containers", "Pod", "v1", ["name <string> -required-", "env <[]EnvVar>", "imagePullPolicy <string>"]],
  ["pods.spec.containers.livenessProbe.httpGet", "Pod", "v1", ["port <IntOrString> -required-", "path <string>"]],
  ["pods.spec.containers.resources.limits", "Pod", "v1", []],
  ["pods.spec.volumes.projected.sources.serviceAccountToken", "Pod", "v1", ["expirationSeconds <integer>"]],
  [
    "pods.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.matchExpressions",
    "Pod",
    "v1",
    ["key <string> -required-", "operator <string> -required-", "values <[]string>"],
  ],
  ["pods.status.conditions", "Pod", "v1", ["lastTransitionTime <string>", "type <string> -required-"]],
  ["pods --recursive", "Pod", "v1", ["spec <PodSpec>", "httpGet <HTTPGetAction>", "podIPs <[]PodIP>"]],
  ["configmaps.data", "ConfigMap", "v1", []],
  ["secrets", "Secret", "v1", ["data <map[string]string>", "immutable <boolean>", "type <string>"]],
  ["svc.spec.ports", "Service", "v1", ["port <integer> -required-", "targetPort <IntOrString>", "nodePort <integer>"]],
  ["services.status.loadBalancer.ingress", "Service", "v1", ["ip <string>", "ports <[]PortStatus>"]],
  ["pv.spec.csi", "PersistentVolume", "v1", ["driver <string> -required-", "volumeHandle <string> -required-"]],
  ["events --api-version=v1", "Event", "v1", ["involvedObject <ObjectReference> -required-", "count <integer>"]],
  [
    "events --api-version=events.k8s.io/v1",
    "Event",
    "events.k8s.io/v1",
    ["regarding <ObjectReference>", "note <string>"],
  ],
  ["deploy.spec.strategy.rollingUpdate", "Deployment", "apps/v1", ["maxSurge <IntOrString>"]],
  ["deployments.spec --recursive", "Deployment", "apps/v1", ["selector <LabelSelector> -required-", "args <[]string>"]],
  ["sts.spec.volumeClaimTemplates.spec", "StatefulSet", "apps/v1", ["storageClassName <string>"]],
  ["jobs.spec.podFailurePolicy.rules.onExitCodes", "Job", "batch/v1", ["values <[]integer> -required-"]],
  [
    "cronjobs.spec",
    "CronJob",
    "batch/v1",
    ["jobTemplate <JobTemplateSpec> -required-", "schedule <string> -required-"],
  ],
  [
    "hpa.spec --api-version=autoscaling/v1",
    "HorizontalPodAutoscaler",
    "autoscaling/v1",
    ["targetCPUUtilizationPercentage <integer>"],
  ],
  [
    "hpa.spec --api-version=autoscaling/v2",
    "HorizontalPodAutoscaler",
    "autoscaling/v2",
    ["metrics <[]MetricSpec>", "behavior <HorizontalPodAutoscalerBehavior>"],
  ],
  ["ing.spec.rules.http.paths", "Ingress", "networking.k8s.io/v1", ["backend <IngressBackend> -required-"]],
  ["netpol.spec.egress.to --recursive", "NetworkPolicy", "networking.k8s.io/v1", ["except <[]string>"]],
  ["roles.rules", "Role", "rbac.authorization.k8s.io/v1", ["verbs <[]string> -required-", "resourceNames <[]string>"]],
  ["storageclasses", "StorageClass", "storage.k8s.io/v1", ["provisioner <string> -required-"]],
  ["leases.spec", "Lease", "coordination.k8s.io/v1", ["holderIdentity <string>", "leaseDurationSeconds <integer>"]],
  ["pdb.spec", "PodDisruptionBudget", "policy/v1", ["minAvailable <IntOrString>", "selector <LabelSelector>"]],
  [
    "crd.spec.versions.schema.openAPIV3Schema",
    "CustomResourceDefinition",
    "apiextensions.k8s.io/v1",
    ["properties <map[string]JSONSchemaProps>", "x-kubernetes-preserve-unknown-fields <boolean>"],
  ],
  [
    "flowschemas.spec.rules.subjects",
    "FlowSchema",
    "flowcontrol.apiserver.k8s.io/v1",
    ["serviceAccount <ServiceAccountSubject>"],
  ],
  ["tokenreviews.status.user", "TokenReview", "authentication.k8s.io/v1", ["extra <map[string][]string>"]],
];

const enumerated: readonly (readonly [path: string, values: string])[] = [
  ["pods.spec.restartPolicy", "Always\n    Never\n    OnFailure"],
  ["services.spec.type", "ClusterIP\n    ExternalName\n    LoadBalancer\n    NodePort"],
  ["cronjobs.spec.concurrencyPolicy", "Allow\n    Forbid\n    Replace"],
];

const unknown: readonly (readonly [args: string, error: string])[] = [
  ["pods.spec.nothing", 'error: field "nothing" does not exist'],
  ["pods.spec.containers.name.first", 'error: field "first" does not exist'],
  ["pods.spec.nothing --output=plaintext-openapiv2", 'error: field "nothing" does not exist'],
  ["nothings", 'the server doesn\'t have a resource type "nothings"'],
  [
    "hpa --api-version=autoscaling/v9",
    'error: couldn\'t find resource for "autoscaling/v9, Resource=horizontalpodautoscalers"',
  ],
];

describe.skipIf(programs === undefined)("kubectl explain", () => {
  let server: ServerProcess;
  const explain = (args: string): Promise<Ran> =>
    runProgram(programs?.kubectl ?? "", ["explain", ...args.split(" ")], {
      env: { KUBECONFIG: server.kubeconfig, HOME: server.dataDir },
    });

  beforeAll(async () => {
    server = await startServerProcess("kubernetes", ["--controllers="]);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test.each(explained)("%s", async (args, kind, apiVersion, fields) => {
    const { stdout, stderr } = await explain(args);
    const [version, group] = apiVersion.split("/").reverse();
    expect(stdout, stderr).toMatch(new RegExp(`^KIND: +${kind}\nVERSION: +${version}$`, "m"));
    if (group !== undefined) expect(stdout).toContain(`GROUP:      ${group}`);
    const lines = stdout.split("\n").map((line) => line.trim().replace("\t", " "));
    expect(lines).toEqual(expect.arrayContaining([...fields]));
    // A path must have a description of itself or of its fields.
    expect(stdout).toMatch(/^DESCRIPTION:\n {4}\S.{3,}/m);
    if (!args.includes("--recursive")) expect(stdout).not.toContain("<no description>");
  });

  test.each(explained)("%s, by the second version of OpenAPI", async (args, kind, apiVersion, fields) => {
    const { stdout, stderr } = await explain(`${args} --output=plaintext-openapiv2`);
    expect(stdout, stderr).toMatch(new RegExp(`^KIND: +${kind}\nVERSION: +${apiVersion}$`, "m"));
    expect(stdout).toMatch(/^DESCRIPTION:\n {5}\S.{3,}/m);
    const shown = stdout.split("\n").map((line) => line.trim().split("\t")[0]);
    expect(shown).toEqual(expect.arrayContaining(fields.map((field) => field.split(" ")[0])));
  });

  test.each(enumerated)("%s, with its values", async (path, values) => {
    const { stdout } = await explain(path);
    expect(stdout).toContain(`ENUM:\n    ${values}\n`);
  });

  test.each(unknown)("%s is refused", async (args, error) => {
    const { code, stderr } = await explain(args);
    expect([code, stderr.trim()]).toEqual([1, error]);
  });
});
