/**
 * Loads the library that signs and verifies tokens. Servers import this package at their start, and
 * many of them never see a token of that kind: its 46 modules would be a third of the time.
 */
export const loadJose = (): Promise<typeof import("jose")> => import("jose");
