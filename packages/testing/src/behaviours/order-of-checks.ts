import { get, patch, post, put, refused, remove } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const services = "/api/v1/namespaces/default/services";
const policies = "/apis/admissionregistration.{api}/v1/validatingadmissionpolicies";

const unknownForm = { headers: { accept: "application/json;as=Table;v=v2;g=meta.{api}" } };
const onlyThese =
  "only the following media types are accepted: application/json, application/yaml, application/vnd.{product}.protobuf";
const badField = '"x" is not a known field selector: only "metadata.name", "metadata.namespace"';

/** Requests with more than one mistake, and paths in unusual forms: which answer comes first. */
export const orderOfChecks: readonly Scenario[] = [
  {
    name: "lists read their options before the form of the answer is chosen",
    exchanges: [
      refused(get(`${maps}?limit=x`, unknownForm), 400, 'strconv.ParseInt: parsing "x": invalid syntax'),
      refused(get(`${maps}?watch=1&limit=x`, unknownForm), 400, 'strconv.ParseInt: parsing "x": invalid syntax'),
      get(`${maps}?sendInitialEvents=true`, unknownForm, 422),
      refused(get(`${maps}?fieldSelector=x=y`, unknownForm), 406, onlyThese),
      refused(remove(`${maps}?limit=x`, unknownForm), 406, onlyThese),
    ],
  },
  {
    name: "fields that nothing is selected by are reported before versions and tokens that cannot be read",
    exchanges: [
      refused(get(`${maps}?fieldSelector=x=y&resourceVersion=abc`), 400, badField),
      refused(get(`${maps}?watch=1&fieldSelector=x=y&resourceVersion=abc`), 400, badField),
      refused(get(`${maps}?fieldSelector=x=y&continue=abc`), 400, badField),
      refused(remove(`${maps}?fieldSelector=x=y&resourceVersion=abc`, {}, 400), 400, badField),
    ],
  },
  {
    name: "a namespace that is empty in the path is one that is missing",
    exchanges: [
      get("/api/v1/namespaces//configmaps", { has: { kind: "ConfigMapList" } }),
      refused(remove("/api/v1/namespaces//configmaps", {}, 400), 400, "Namespace parameter required."),
      refused(get("/api/v1/namespaces//configmaps/a"), 400, "Namespace parameter required."),
    ],
  },
  {
    name: "a group without a name is no path of the API",
    exchanges: ["/apis//apps", "/apis//apps/v1", "/apis//x"].map((path) => ({
      ...get(path),
      code: 404,
      lacks: ["Status"],
    })),
  },
  {
    name: "the status of an absent object is made where its kind allows that",
    exchanges: [
      put(
        `${services}/a/status`,
        { metadata: { name: "a" }, spec: { ports: [{ port: 80 }] } },
        { lacks: ['clusterIP"'] },
        201,
      ),
      get(`${services}/a`),
      patch(
        "apply",
        `${policies}/a/status?fieldManager=one`,
        {
          apiVersion: "admissionregistration.{api}/v1",
          kind: "ValidatingAdmissionPolicy",
          metadata: { name: "a" },
          spec: {
            matchConstraints: {
              resourceRules: [{ apiGroups: ["x"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["xs"] }],
            },
            validations: [{ expression: "true" }],
          },
        },
        {},
        201,
      ),
      put(`${policies}/b/status`, { metadata: { name: "b" } }, {}, 404),
    ],
  },
  {
    name: "a precondition names the kind as it is stored",
    exchanges: [
      post("/apis/events.{api}/v1/namespaces/default/events", {
        metadata: { name: "a" },
        regarding: { kind: "Pod", name: "p", namespace: "default" },
        reason: "R",
        type: "Normal",
        action: "A",
        eventTime: "2024-01-02T03:04:05.000000Z",
        reportingController: "a.b/c",
        reportingInstance: "i",
      }),
      remove(
        "/apis/events.{api}/v1/namespaces/default/events/a?resourceVersion=1",
        { lacks: ["Event.events"], has: { details: { name: "a", kind: "Event" } } },
        409,
      ),
    ],
  },
];
