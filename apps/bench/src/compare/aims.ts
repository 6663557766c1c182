/** The lead over the original that a scenario must have. */
export interface Aim {
  /** Our rate, as a multiple of the original's; at least. */
  readonly rate?: number;
  /** Our CPU for each request or event, as a part of the original's; at most. */
  readonly cpu?: number;
}

export const aims: Readonly<Record<string, Aim>> = {
  get: { rate: 5, cpu: 1 / 8 },
  list5000: { rate: 5, cpu: 1 / 8 },
  "list-any": { rate: 5, cpu: 1 / 8 },
  "list-gzip": { rate: 8, cpu: 1 / 12 },
  pages: { rate: 8, cpu: 1 / 12 },
  create: { rate: 4, cpu: 1 / 5 },
  update: { rate: 4, cpu: 1 / 5 },
  patch: { rate: 5, cpu: 1 / 6 },
  apply: { rate: 12, cpu: 1 / 15 },
  mixed: { rate: 5, cpu: 1 / 7 },
  webhook: { rate: 3, cpu: 1 / 3 },
  "webhook-http1": { rate: 3, cpu: 1 / 3 },
  policies10: { rate: 5 },
  watch: { rate: 1, cpu: 0.85 },
  "watch-h2": { rate: 1.7, cpu: 1 / 2.5 },
};
