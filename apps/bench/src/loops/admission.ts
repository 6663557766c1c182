import { sendSuccessfully } from "../client/send-once.ts";
import type { Target } from "../client/target.ts";
import { startWebhook, type WebhookProtocol } from "../raw/start-webhook.ts";
import type { LoopScenario } from "./scenario.ts";
import { create } from "./writes.ts";

/** Removes what a scenario registered, and ends the processes that it started. */
type TearDown = () => Promise<void>;

interface Registration {
  /** `validatingwebhookconfigurations`, … */
  readonly resource: string;
  readonly name: string;
  readonly kind: string;
  readonly content: object;
}

/** Creates of `create`, with webhooks or policies in their way. */
function createThrough(name: string, about: string, setUp: (target: Target) => Promise<TearDown>): LoopScenario {
  return { ...create, name, about: `create, ${about}`, setUp };
}

const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];

/** One webhook process behind so many registrations. */
function webhooks(count: number, protocol: WebhookProtocol): (target: Target) => Promise<TearDown> {
  return async (target) => {
    const { url, authority, stop } = await startWebhook(protocol);
    const content = {
      webhooks: Array.from({ length: count }, (_, i) => ({
        name: `w${i}.bench.invalid`,
        clientConfig: { url: `${url}/w${i}`, caBundle: Buffer.from(authority).toString("base64") },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules,
      })),
    };
    const resource = "validatingwebhookconfigurations";
    const unregister = await register(target, [
      { resource, name: "bench", kind: "ValidatingWebhookConfiguration", content },
    ]);
    return async () => {
      await unregister();
      await stop();
    };
  };
}

/**
 * So many policies with one validation each. Of the others, half are about another
 * resource, half about namespaces with a label.
 */
function policies(count: number, matching: number): (target: Target) => Promise<TearDown> {
  return (target) =>
    register(target, Array.from({ length: count }, (_, i) => policy(i, constraintsOf(i, matching))).flat());
}

function constraintsOf(index: number, matching: number): object {
  if (index < matching) return { resourceRules: rules };
  if (index % 2 === 0) return { resourceRules: rules.map((rule) => ({ ...rule, resources: ["secrets"] })) };
  return { resourceRules: rules, namespaceSelector: { matchLabels: { team: `other-${index}` } } };
}

function policy(index: number, matchConstraints: object): readonly Registration[] {
  const name = `bench-${index}`;
  const validations = [{ expression: "object.metadata.name.startsWith('create-') && size(object.data) < 100" }];
  return [
    {
      resource: "validatingadmissionpolicies",
      name,
      kind: "ValidatingAdmissionPolicy",
      content: { spec: { matchConstraints, validations } },
    },
    {
      resource: "validatingadmissionpolicybindings",
      name,
      kind: "ValidatingAdmissionPolicyBinding",
      content: { spec: { policyName: name, validationActions: ["Deny"] } },
    },
  ];
}

const groupMark = /"name":\s*"(?<group>admissionregistration\.[^"]+)"/;

/** Registers objects of the group of admission, whatever the dialect calls it. */
async function register(target: Target, registrations: readonly Registration[]): Promise<TearDown> {
  const { body } = await sendSuccessfully(target, { method: "GET", path: "/apis" });
  const group = groupMark.exec(body.toString())?.groups?.["group"];
  if (group === undefined) throw new Error("the server has no group for admission");
  const apiVersion = `${group}/v1`;
  const path = (resource: string): string => `/apis/${apiVersion}/${resource}`;
  for (const { resource, name, kind, content } of registrations) {
    const body = JSON.stringify({ apiVersion, kind, metadata: { name }, ...content });
    await sendSuccessfully(target, { method: "POST", path: path(resource), body });
  }
  return async () => {
    for (const { resource, name } of registrations)
      await sendSuccessfully(target, { method: "DELETE", path: `${path(resource)}/${name}` }, [200, 404]);
  };
}

export const admissionScenarios: readonly LoopScenario[] = [
  createThrough("webhook", "one validating webhook over HTTP/2", webhooks(1, "h2")),
  createThrough("webhook-http1", "one validating webhook over HTTP/1.1", webhooks(1, "http/1.1")),
  createThrough("webhooks10", "10 validating webhooks over HTTP/2", webhooks(10, "h2")),
  createThrough("policies100", "100 policies of which one matches", policies(100, 1)),
  createThrough("policies10", "10 policies that match", policies(10, 10)),
];
