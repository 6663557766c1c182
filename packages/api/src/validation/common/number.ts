import type { Check } from "./check.ts";

export const notNegativeMessage = "must be greater than or equal to 0";

export const notNegative: Check<number> = (value, at) => {
  if (value < 0) at.invalid(value, notNegativeMessage);
};

export const positive: Check<number> = (value, at) => {
  if (value <= 0) at.invalid(value, "must be greater than 0");
};

export function rangeMessage(min: number, max: number): string {
  return `must be between ${min} and ${max}, inclusive`;
}

export function inRange(min: number, max: number): Check<number> {
  const message = rangeMessage(min, max);
  return (value, at) => {
    if (value < min || value > max) at.invalid(value, message);
  };
}

export const portNumber: Check<number> = inRange(1, 65_535);

/** Ids of users and groups. */
export const systemId: Check<number> = inRange(0, 2_147_483_647);

/** File modes, as far as permissions go. */
export const fileMode: Check<number> = (value, at) => {
  if (value < 0 || value > 0o777) at.invalid(value, "must be a number between 0 and 0777 (octal), both inclusive");
};
