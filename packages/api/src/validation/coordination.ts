import { type Dialect, qualifiedName } from "@svc/meta";
import type { coordinationv1, coordinationv1beta1 } from "@svc/types";
import { type Check, isEmpty, members, named } from "./common/check.ts";
import { immutable } from "./common/equal.ts";
import type { FieldPath } from "./common/field-path.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";
import { configMapKey } from "./common/names.ts";
import { notNegative, positive } from "./common/number.ts";
import { whenSet } from "./common/when-set.ts";

type Candidate = coordinationv1beta1.LeaseCandidateSpec;

const oldestEmulation = "OldestEmulationVersion";

export function coordinationValidation(_dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return {
    Lease: kind<coordinationv1.Lease>({ object: members<coordinationv1.Lease>({ spec: leaseSpec }) }),
    LeaseCandidate: kind<coordinationv1beta1.LeaseCandidate>({
      create: (object, at) => {
        whenSet(named(configMapKey))(object.metadata?.name ?? "", at.field("metadata").field("name"));
        candidateSpec(object.spec ?? noCandidate, at.field("spec"));
      },
      update: (object, old, at) => {
        candidateSpec(object.spec ?? noCandidate, at.field("spec"));
        immutable(object.spec?.leaseName, old.spec?.leaseName, at.field("spec").field("leaseName"));
      },
    }),
  };
}

/** The server's own way to choose, or one with a domain. The place is named twice. */
const strategy: Check<string> = (value, at) => {
  const place = at.field("strategy");
  if (value.includes("/")) named(qualifiedName)(value, place);
  else if (value !== oldestEmulation) place.notSupported(value, [oldestEmulation]);
};

const counters = members<coordinationv1.LeaseSpec>({
  leaseDurationSeconds: positive,
  leaseTransitions: notNegative,
  strategy,
});

const leaseSpec: Check<coordinationv1.LeaseSpec> = (spec, at) => {
  counters(spec, at);
  if (!isEmpty(spec.preferredHolder) && isEmpty(spec.strategy))
    at.field("preferredHolder").forbidden("may only be specified if `strategy` is defined");
};

const noCandidate: Candidate = { leaseName: "", binaryVersion: "", strategy: "" };

const candidateSpec: Check<Candidate> = (spec, at) => {
  const { leaseName = "", binaryVersion: binary = "", emulationVersion: emulation = "", strategy: chosen = "" } = spec;
  if (leaseName === "") at.field("leaseName").required();
  const [emulated, own] = [
    versionAt(emulation, at.field("emulationVersion")),
    binaryAt(binary, at.field("binaryVersion")),
  ];
  if (binary !== "" && emulated !== undefined && (own === undefined || compare(own, emulated) < 0))
    at.field("binaryVersion").invalid(binary, "must be greater than or equal to `emulationVersion`");
  if (chosen === "") at.field("strategy").required();
  else strategy(chosen, at.field("strategy"));
  if (chosen === oldestEmulation && emulated === undefined)
    at.field("emulationVersion").required(`must be specified when \`strategy\` is '${oldestEmulation}'`);
};

type Version = readonly number[];

/** Source: semver.org; what follows the three numbers does not count here. */
const semantic = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

function versionAt(text: string, at: FieldPath): Version | undefined {
  if (text === "") return undefined;
  const match = semantic.exec(text);
  if (match !== null) return match.slice(1, 4).map(Number);
  at.invalid(text, "must be a valid semantic version");
  return undefined;
}

function binaryAt(text: string, at: FieldPath): Version | undefined {
  if (text === "") at.required();
  return versionAt(text, at);
}

function compare(a: Version, b: Version): number {
  const i = a.findIndex((number, place) => number !== b[place]);
  return i < 0 ? 0 : (a[i] ?? 0) - (b[i] ?? 0);
}
