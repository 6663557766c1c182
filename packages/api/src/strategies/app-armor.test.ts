import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { expect, it } from "vitest";
import { fillAppArmor } from "./app-armor.ts";

const key = "container.apparmor.security.beta.kubernetes.io/c";
const warning = `metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`;

function pod(annotation: string | undefined, profile?: object, spec: object = {}): ApiObject {
  const metadata = annotation === undefined ? {} : { annotations: { [key]: annotation } };
  const context = profile === undefined ? {} : { securityContext: { appArmorProfile: profile } };
  return { metadata, spec: { containers: [{ name: "c", ...context }], ...spec } } as ApiObject;
}

const unconfined = { type: "Unconfined" };
const ofPod = { securityContext: { appArmorProfile: unconfined } };

it.each<[name: string, given: ApiObject, filled: ApiObject, warnings: readonly string[]]>([
  ["nothing said", pod(undefined), pod(undefined), []],
  ["a field becomes an annotation", pod(undefined, unconfined), pod("unconfined", unconfined), []],
  [
    "so does a file",
    pod(undefined, { type: "Localhost", localhostProfile: "a" }),
    pod("localhost/a", { type: "Localhost", localhostProfile: "a" }),
    [],
  ],
  ["the pod's own stands for containers", pod(undefined, undefined, ofPod), pod("unconfined", undefined, ofPod), []],
  [
    "an annotation becomes a field",
    pod("runtime/default"),
    pod("runtime/default", { type: "RuntimeDefault" }),
    [warning],
  ],
  [
    "an annotation that names a file",
    pod("localhost/a"),
    pod("localhost/a", { type: "Localhost", localhostProfile: "a" }),
    [warning],
  ],
  ["what the pod says already", pod("unconfined", undefined, ofPod), pod("unconfined", undefined, ofPod), []],
  [
    "an annotation unlike the pod",
    pod("runtime/default", undefined, ofPod),
    pod("runtime/default", { type: "RuntimeDefault" }, ofPod),
    [warning],
  ],
  ["an annotation that says nothing", pod("localhost/"), pod("localhost/"), [warning]],
  ["both said", pod("unconfined", unconfined), pod("unconfined", unconfined), []],
  [
    "another system",
    pod("unconfined", undefined, { os: { name: "windows" } }),
    pod("unconfined", undefined, { os: { name: "windows" } }),
    [],
  ],
])("%s", (_name, given, filled, warnings) => {
  expect(fillAppArmor(kubernetesDialect)(given)).toEqual(warnings);
  expect(given).toEqual(filled);
});
