import { all, created, type Fill, isMembers, type Members, members } from "./fill.ts";
import { servicePort } from "./service-reference.ts";

const names: Fill = (value) => {
  const kind = typeof value["kind"] === "string" ? value["kind"] : "";
  if (kind === "") return;
  if ((value["singular"] ?? "") === "") value["singular"] = kind.toLowerCase();
  if ((value["listKind"] ?? "") === "") value["listKind"] = `${kind}List`;
};

const conversion: Fill = all(
  (spec) => {
    spec["conversion"] ??= { strategy: "None" };
  },
  members({ conversion: members({ webhook: members({ clientConfig: servicePort }) }) }),
);

/** Objects of the version that they are stored in are there from the first one on. */
const storedVersions: Fill = ({ spec, status }) => {
  if (!isMembers(spec) || !isMembers(status) || !Array.isArray(spec["versions"])) return;
  if (Array.isArray(status["storedVersions"]) && status["storedVersions"].length > 0) return;
  const stored = (spec["versions"] as Members[]).filter((version) => version["storage"] === true);
  if (stored.length > 0) status["storedVersions"] = stored.map((version) => version["name"]);
};

export const apiextensionsDefaults: Readonly<Record<string, Fill>> = {
  CustomResourceDefinition: all(
    members({ spec: all(members({ names }), conversion), status: created() }),
    storedVersions,
  ),
};
