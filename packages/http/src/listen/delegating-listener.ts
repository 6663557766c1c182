import { aFunction, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import type { Listener } from "./listen.ts";

type ListenerMethods = Partial<Pick<Listener, "renew" | "close">>;

const listenerMethods = optionsOf<ListenerMethods>({ renew: optional(aFunction), close: optional(aFunction) });

/**
 * A listener with methods of its own; all else is that of the given one.
 * @throws {TypeError} for a wrong argument
 */
export function delegatingListener(listener: Listener, methods: ListenerMethods): Listener {
  checkArgument("delegatingListener: listener", listener, withMethods("a Listener of @svc/http", "renew", "close"));
  checkArgument("delegatingListener: methods", methods, listenerMethods);
  return new DelegatingListener(listener, methods);
}

class DelegatingListener implements Listener {
  readonly port: number;
  readonly address: string;
  readonly renew: Listener["renew"];
  readonly close: Listener["close"];
  readonly #listener: Listener;

  constructor(listener: Listener, methods: ListenerMethods) {
    this.port = listener.port;
    this.address = listener.address;
    this.renew = methods.renew ?? ((tls) => listener.renew(tls));
    this.close = methods.close ?? ((graceMs) => listener.close(graceMs));
    this.#listener = listener;
  }

  get connections(): number {
    return this.#listener.connections;
  }

  get accepted(): number {
    return this.#listener.accepted;
  }
}
