import { readFile } from "node:fs/promises";
import {
  createExpressions,
  createPolicyEvaluator,
  type PolicyEvaluator,
  type PolicyRequest,
  type PolicyResult,
} from "@svc/admission";
import { builtin } from "@svc/api";
import { type CustomResourceDefinition, definitionFromCustomResource } from "@svc/apiextensions";
import { type ApiObject, type Dialect, isStatusError } from "@svc/meta";
import { StartupError } from "@svc/program";
import type { ResourceDefinition } from "@svc/schema";
import { parseAllDocuments } from "yaml";
import type { Print } from "./print.ts";

/** Arguments of `svc-apiserver policies`. */
export interface PoliciesCommandOptions {
  /** Files with policies, bindings, parameters, namespaces and definitions of extension types. */
  readonly policies: readonly string[];
  /** Files with the objects that are about to be created. */
  readonly objects: readonly string[];
  /** Files with the objects as they are stored: objects of their names are updated. */
  readonly stored?: readonly string[];
  readonly dialect: Dialect;
}

/**
 * Evaluates policies for the objects of files and prints a line for each.
 *
 * @returns whether all are allowed
 * @throws {StartupError} for a file that cannot be read, a policy that a server would refuse, and
 * files without a policy of the dialect
 */
export async function policiesCommand(options: PoliciesCommandOptions, print: Print): Promise<boolean> {
  const [manifests, objects, stored] = await Promise.all(
    [options.policies, options.objects, options.stored ?? []].map(readManifests),
  );
  const { dialect } = options;
  checkPolicies(manifests ?? [], dialect);
  const evaluator = evaluatorOf(manifests ?? [], dialect);
  const before = new Map((stored ?? []).map((object) => [identityOf(object), object]));
  let allowed = true;
  for (const object of objects ?? []) {
    const oldObject = before.get(identityOf(object));
    const question: PolicyRequest = { object, ...(oldObject === undefined ? {} : { oldObject }) };
    const answer = await answerTo(question, (one) => evaluator.evaluate(one));
    allowed &&= answer.allowed;
    for (const line of linesOf(object, answer)) print(line);
  }
  return allowed;
}

/** Without a policy every object would be allowed, as with policies of another dialect alone. */
function checkPolicies(manifests: readonly ApiObject[], dialect: Dialect): void {
  const group = dialect.expand("admissionregistration.{api}");
  const groupOf = ({ apiVersion = "" }: ApiObject): string => apiVersion.split("/")[0] ?? "";
  const foreign = manifests.find((one) => groupOf(one).startsWith("admissionregistration.") && groupOf(one) !== group);
  if (foreign !== undefined)
    throw new StartupError(
      `${foreign.kind} "${foreign.metadata.name}" is of ${groupOf(foreign)}, and the group of dialect ${dialect.name} is ${group}`,
    );
  const isPolicy = (one: ApiObject): boolean =>
    groupOf(one) === group && one.kind?.endsWith("AdmissionPolicy") === true;
  if (!manifests.some(isPolicy)) throw new StartupError(`the files hold no policy of ${group}`);
}

function evaluatorOf(manifests: readonly ApiObject[], dialect: Dialect): PolicyEvaluator {
  try {
    return createPolicyEvaluator({ manifests, definitions: definitionsOf(manifests, dialect), dialect });
  } catch (error) {
    if (isStatusError(error)) throw new StartupError(error.message, { cause: error });
    throw error;
  }
}

type Shown = Pick<PolicyResult, "allowed" | "warnings"> & { readonly message: string };

async function answerTo(
  question: PolicyRequest,
  evaluate: (question: PolicyRequest) => Promise<PolicyResult>,
): Promise<Shown> {
  try {
    const { allowed, warnings, status } = await evaluate(question);
    return { allowed, warnings, message: status?.message ?? "" };
  } catch (error) {
    if (!isStatusError(error)) throw error;
    return { allowed: false, warnings: [], message: error.message };
  }
}

function linesOf(object: ApiObject, { allowed, warnings, message }: Shown): readonly string[] {
  const name = `${(object.kind ?? "").toLowerCase()}/${object.metadata.name ?? object.metadata.generateName ?? ""}`;
  return [
    ...warnings.map((text) => `${name}: warning: ${text}`),
    allowed ? `${name}: allowed` : `${name}: denied: ${message}`,
  ];
}

function identityOf({ apiVersion = "", kind = "", metadata: { namespace = "default", name = "" } }: ApiObject): string {
  return [apiVersion, kind, namespace, name].join("\0");
}

/** The built-in types, and those of the definitions among the manifests. */
function definitionsOf(manifests: readonly ApiObject[], dialect: Dialect): readonly ResourceDefinition[] {
  const extensions = manifests
    .filter(({ kind }) => kind === "CustomResourceDefinition")
    .map((object) => definitionFromCustomResource(object as CustomResourceDefinition, { dialect }));
  return [...builtin()(dialect, createExpressions()), ...extensions];
}

async function readManifests(paths: readonly string[]): Promise<readonly ApiObject[]> {
  const all = await Promise.all(paths.map(readManifestFile));
  return all.flat();
}

async function readManifestFile(path: string): Promise<readonly ApiObject[]> {
  const text = await readFile(path, "utf8").catch((cause: Error) => {
    throw new StartupError(`${path}: ${cause.message}`, { cause });
  });
  const documents = parseAllDocuments(text, { uniqueKeys: true, logLevel: "error" });
  return (Array.isArray(documents) ? documents : []).flatMap((document) => {
    const [problem] = document.errors;
    if (problem !== undefined) throw new StartupError(`${path}: ${problem.message}`);
    const value = document.toJS() as unknown;
    return value === null || value === undefined ? [] : objectsOf(value, path);
  });
}

/** A list holds objects. */
function objectsOf(value: unknown, path: string): readonly ApiObject[] {
  const { items, kind } = value as { readonly items?: readonly unknown[]; readonly kind?: string };
  if (kind?.endsWith("List") === true && Array.isArray(items)) return items.flatMap((item) => objectsOf(item, path));
  if (typeof kind !== "string") throw new StartupError(`${path}: a document has no kind`);
  const object = value as ApiObject;
  return [{ ...object, metadata: object.metadata ?? {} }];
}
