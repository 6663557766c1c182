import { type AdmissionPlugin, type AdmissionRequest, forbidden } from "@svc/admission";
import { type ApiObject, aggregateErrors, notSupported } from "@svc/meta";
import { field, isSet, items, text } from "../objects/fields.ts";

/**
 * Images are pulled with the credentials of every pod that uses them, even if the node has them
 * already.
 */
export function alwaysPullImages(): AdmissionPlugin {
  return {
    name: "AlwaysPullImages",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods"],
    mutate: (request) => {
      for (const { of, member } of pulled(request)) Object.assign(of, { [member]: always });
    },
    // A later step may have changed it.
    validate: (request) => {
      const wrong = pulled(request).filter(({ of, member }) => of[member] !== always);
      if (wrong.length === 0) return;
      const errors = wrong.map(({ of, member, path }) => notSupported(`${path}.${member}`, of[member] ?? "", [always]));
      throw forbidden(request, aggregateErrors(errors));
    },
  };
}

const always = "Always";

interface Pulled {
  readonly of: Readonly<Record<string, unknown>>;
  readonly member: "imagePullPolicy" | "pullPolicy";
  readonly path: string;
}

/** All containers and volumes of a pod with an image; of an existing pod only changed ones. */
function pulled({ object, oldObject }: AdmissionRequest): readonly Pulled[] {
  if (oldObject !== undefined && imagesOf(object).every((image) => imagesOf(oldObject).includes(image))) return [];
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    items(object, "spec", list).map((of, i) => ({
      of,
      member: "imagePullPolicy" as const,
      path: `spec.${list}[${i}]`,
    })),
  );
  const volumes = items(object, "spec", "volumes").map((volume, i) => ({
    of: field(volume, "image"),
    member: "pullPolicy" as const,
    path: `spec.volumes[${i}].image`,
  }));
  return [...containers, ...volumes].filter(({ of }) => isSet(of)) as readonly Pulled[];
}

function imagesOf(pod: ApiObject | undefined): readonly string[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    items(pod, "spec", list).map((container) => text(container, "image")),
  );
}
