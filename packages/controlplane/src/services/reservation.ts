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

  async address(service: Service, wanted: string | undefined, family: string): Promise<string> {
    if (this.dryRun) {
      if (wanted !== undefined) this.ips.checkRange(service, wanted);
      return wanted ?? this.ips.anyFree(family);
    }
    if (wanted !== undefined) await this.ips.take(service, wanted);
    const address = wanted ?? (await this.ips.takeAny(service, family));
    this.#undo.push(() => this.ips.release(address));
    return address;
  }

  async port(service: Service, wanted: number | undefined, field: string): Promise<number> {
    if (this.dryRun) return this.#dryPort(service, wanted, field);
    if (wanted !== undefined) await this.ports.take(service, wanted, field);
    const port = wanted ?? (await this.ports.takeAny(service));
    this.#undo.push(() => this.ports.release(port));
    return port;
  }

  async #dryPort(service: Service, wanted: number | undefined, field: string): Promise<number> {
    if (wanted !== undefined) {
      if (this.#dryPorts.has(wanted)) throw this.ports.taken(service, wanted, field);
      await this.ports.checkFree(service, wanted, field);
    }
    const port = wanted ?? this.ports.unchosen(this.#dryPorts);
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
