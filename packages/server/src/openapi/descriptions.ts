import type { Field, StructSchema } from "@svc/schema";

/** What common fields are for, in our own words; by name, for all kinds. */
const common: Readonly<Record<string, string>> = {
  apiVersion:
    "The group and version of the schema of this object, as group/version; the core group is left out. The server converts what it knows to the newest form and refuses what it does not know.",
  kind: "The kind of this object, in CamelCase. It cannot be changed.",
  metadata: "What every object carries: its name, namespace, labels, annotations, owners and versions.",
  spec: "What is wanted of the object. Clients write it.",
  status: "What was last observed of the object. Controllers write it; clients read it.",
  items: "The objects of the list.",
  name: "A name, unique where it stands.",
  namespace: "The namespace that the object is in, or that is referred to.",
  labels: "Keys and values by which objects are selected.",
  annotations: "Keys and values for tools and libraries, which nobody selects by.",
  selector: "Which objects are meant, by their labels.",
  replicas: "How many there are to be.",
  conditions: "What was observed, one entry a type of condition.",
  template: "What new objects are made from.",
  containers: "The containers of the pod; at least one.",
  image: "The name of the container image.",
  ports: "The ports that are offered.",
  data: "Keys and values.",
};

/** A sentence about a field: its own, that of all fields of its name, or what its name says. */
export function describeField(struct: StructSchema, field: Field): string {
  return (
    field.description ??
    field.schema.description ??
    common[field.name] ??
    `${sentence(field.name)} of ${article(shortName(struct))}.`
  );
}

export function describeStruct(struct: StructSchema): string {
  if (struct.description !== undefined) return struct.description;
  const name = shortName(struct);
  const [kind] = struct.kinds ?? [];
  if (kind === undefined) return `${name}: ${words(name)}.`;
  return name.endsWith("List")
    ? `A list of objects of kind ${name.slice(0, -4)}.`
    : `${name}: an object of the group ${kind.group === "" ? "core" : kind.group}.`;
}

function shortName({ name = "object" }: StructSchema): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** `terminationGracePeriodSeconds` → `Termination grace period seconds` */
function sentence(name: string): string {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(" ")
    .map((word) => (/^[A-Z]{2,}s?$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
}

function article(name: string): string {
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}
