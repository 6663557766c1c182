import { delegatingListener, type Listener } from "@svc/http";

/** The open ports of a server, and the connections of all. */
export class OpenPorts {
  readonly #open = new Set<Listener>();
  #acceptedByClosed = 0;

  /** Connections that are open. */
  get connections(): number {
    let sum = 0;
    for (const { connections } of this.#open) sum += connections;
    return sum;
  }

  /** Connections that were accepted since the server was created. */
  get accepted(): number {
    let sum = this.#acceptedByClosed;
    for (const { accepted } of this.#open) sum += accepted;
    return sum;
  }

  /** Counts the connections of a port until it is closed by the returned listener. */
  add(listener: Listener): Listener {
    this.#open.add(listener);
    return delegatingListener(listener, {
      close: async (graceMs) => {
        await listener.close(graceMs);
        if (this.#open.delete(listener)) this.#acceptedByClosed += listener.accepted;
      },
    });
  }
}
