import type { HookContext, Reservation } from "@svc/registry";
import type { ClusterIps } from "./cluster-ips.ts";
import type { NodePorts } from "./node-ports.ts";
import type { Service } from "./service.ts";

/**
 * Addresses and ports that one write has reserved, so that they can be given back. A dry run
 * reserves nothing.
 */
export class Reservations {
  readonly ips: ClusterIps;
  readonly ports: NodePorts;
  readonly dryRun: boolean;
  readonly #dryPorts = new Set<number>();
  readonly #undo: (() => Promise<void>)[] = [];
  readonly #finish: (() => Promise<void>)[] = [];

  constructor(ips: ClusterIps, ports: NodePorts, { dryRun }: HookContext) {
    this.ips = ips;
    this.ports = ports;
    this.dryRun = dryRun;
  }

  async address(service: Service, requested: string | undefined, family: string): Promise<string> {
    if (this.dryRun) {
      if (requested !== undefined) this.ips.checkRange(service, requested);
      return requested ?? this.ips.anyFree(family);
    }
    if (requested !== undefined) await this.ips.take(service, requested);
    const address = requested ?? (await this.ips.takeAny(service, family));
    this.#undo.push(() => this.ips.release(address));
    return address;
  }

  async port(service: Service, requested: number | undefined, field: string): Promise<number> {
    if (this.dryRun) return this.#dryPort(service, requested, field);
    if (requested !== undefined) await this.ports.take(service, requested, field);
    const port = requested ?? (await this.ports.takeAny(service));
    this.#undo.push(() => this.ports.release(port));
    return port;
  }

  async #dryPort(service: Service, requested: number | undefined, field: string): Promise<number> {
    if (requested !== undefined) {
      if (this.#dryPorts.has(requested)) throw this.ports.taken(service, requested, field);
      await this.ports.checkFree(service, requested, field);
    }
    const port = requested ?? this.ports.unchosen(this.#dryPorts);
    this.#dryPorts.add(port);
    return port;
  }

  /** Done when the object is stored. */
  whenKept(act: () => Promise<void>): void {
    if (!this.dryRun) this.#finish.push(act);
  }

  reservation(): Reservation {
    const all = async (acts: readonly (() => Promise<void>)[]): Promise<void> => {
      for (const act of acts) await act();
    };
    return { keep: () => all(this.#finish), release: () => all(this.#undo) };
  }
}
