import { SpanKind } from "@opentelemetry/api";
import type { Storage, Write } from "@svc/storage";
import type { SpanScope } from "./span-scope.ts";

/**
 * A storage with a span for each call, below the request's span.
 * @param root the prefix of all keys, which spans leave out; ends with a slash
 */
export function tracedStorage(storage: Storage, scope: SpanScope, root: string): Storage {
  const traced = <T>(name: string, key: string, act: () => Promise<T>): Promise<T> => {
    const below = key.startsWith(root) ? key.slice(root.length - 1) : key;
    const { auditId, resource } = scope.traced ?? {};
    const isHandled = resource !== undefined && below.startsWith(`/${resource.keyPrefix}/`);
    const span = scope.start(name, SpanKind.INTERNAL, {
      ...(auditId === undefined ? {} : { "audit-id": auditId }),
      key: below,
      ...(isHandled ? { resource: resource.groupResource } : {}),
    });
    return span === undefined ? act() : scope.follow(span, act);
  };
  return {
    limits: storage.limits,
    currentRevision: (options) => storage.currentRevision(options),
    get: (key, options) => traced("Get etcd3", key, () => storage.get(key, options)),
    range: (range, options) => traced("List(recursive=true) etcd3", range.prefix, () => storage.range(range, options)),
    commit: (writes, options) => {
      const [first] = writes;
      const act = (): ReturnType<Storage["commit"]> => storage.commit(writes, options);
      return first === undefined ? act() : traced(nameOf(first), first.key, act);
    },
    watch: (range, options) => storage.watch(range, options),
    requestProgress: () => storage.requestProgress(),
    compact: (revision) => storage.compact(revision),
    status: (options) => storage.status(options),
    close: () => storage.close(),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

/** The same names for any store, as in kube-apiserver's traces. */
function nameOf(write: Write): string {
  if (write.op === "delete") return "Delete etcd3";
  if (write.op === "check") return "Get etcd3";
  return write.guard === "absent" ? "Create etcd3" : "GuaranteedUpdate etcd3";
}
