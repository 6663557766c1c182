/** One row of results. A figure is absent where the scenario does not measure it. */
export interface Figures {
  readonly scenario: string;
  readonly server: string;
  readonly connections: number;
  readonly seconds: number;
  readonly done: number;
  readonly failed: number;
  readonly failure?: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly megabytesPerSecond: number;
  /**
   * CPU of the server's processes for each request or event; absent where the processes are not
   * known.
   */
  readonly serverCpuMs?: number;
  /** The same of the generator, which runs beside it. */
  readonly generatorCpuMs: number;
}
