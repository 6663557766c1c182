import type { User } from "../authorizer.ts";
import type { Binding, Subject } from "./binding.ts";

/** A binding and the subject that matched. */
interface BoundSubject {
  readonly binding: Binding;
  readonly subject: Subject;
}

/** Bindings by subject, so that a request costs only the bindings of its user. */
interface BindingIndex {
  /** @param binding undefined for a deleted one */
  set(namespace: string, name: string, binding: Binding | undefined): void;
  /**
   * The bindings of a scope that name a user or one of its groups, each once.
   * @param namespace empty for those of the whole cluster
   */
  of(user: User, namespace: string): Iterable<BoundSubject>;
  all(): Iterable<Binding>;
}

/** Creates an empty index. */
export function createBindingIndex(): BindingIndex {
  const bindings = new Map<string, Binding>();
  /** By namespace and subject key. */
  const bySubject = new Map<string, Map<string, Map<Binding, Subject>>>();

  const add = (binding: Binding): void => {
    const scope = bySubject.get(binding.namespace) ?? new Map<string, Map<Binding, Subject>>();
    bySubject.set(binding.namespace, scope);
    for (const subject of binding.subjects) {
      const key = subjectKey(subject, binding.namespace);
      if (key === undefined) continue;
      const bound = scope.get(key) ?? new Map<Binding, Subject>();
      if (!bound.has(binding)) bound.set(binding, subject);
      scope.set(key, bound);
    }
  };
  const remove = (binding: Binding): void => {
    const scope = bySubject.get(binding.namespace);
    if (scope === undefined) return;
    for (const subject of binding.subjects) {
      const key = subjectKey(subject, binding.namespace);
      const bound = key === undefined ? undefined : scope.get(key);
      if (key === undefined || bound === undefined) continue;
      bound.delete(binding);
      if (bound.size === 0) scope.delete(key);
    }
    if (scope.size === 0) bySubject.delete(binding.namespace);
  };

  return {
    set: (namespace, name, binding) => {
      const key = `${namespace}/${name}`;
      const before = bindings.get(key);
      if (before !== undefined) remove(before);
      if (binding === undefined) bindings.delete(key);
      else {
        bindings.set(key, binding);
        add(binding);
      }
    },
    of: function* (user, namespace) {
      const scope = bySubject.get(namespace);
      if (scope === undefined) return;
      const seen = new Set<Binding>();
      for (const key of keysOf(user)) {
        for (const [binding, subject] of scope.get(key) ?? []) {
          if (seen.has(binding)) continue;
          seen.add(binding);
          yield { binding, subject };
        }
      }
    },
    all: () => bindings.values(),
  };
}

/** Undefined for a service account without a namespace. */
function subjectKey({ kind, name, namespace }: Subject, scope: string): string | undefined {
  if (kind !== "ServiceAccount") return `${kind} ${name}`;
  const of = namespace === undefined || namespace === "" ? scope : namespace;
  return of === "" ? undefined : `User system:serviceaccount:${of}:${name}`;
}

function* keysOf({ name, groups }: User): Generator<string> {
  yield `User ${name}`;
  for (const group of groups) yield `Group ${group}`;
}
