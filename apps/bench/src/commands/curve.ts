import { dialects } from "@svc/meta";
import { curveTable } from "../curves/curve.ts";
import { curves } from "../curves/curves.ts";
import { type CommonFlags, chosen, type ServerFlags } from "./flags.ts";
import { print, programsOf, timesOf } from "./server-options.ts";

/** Measures curves and prints their tables. */
export async function curve(
  names: readonly string[],
  flags: CommonFlags & ServerFlags & { readonly sizes?: readonly number[] },
): Promise<void> {
  const [program] = programsOf(flags);
  if (program === undefined) throw new TypeError("no server");
  const selected = chosen(
    names,
    curves.map(({ name }) => name),
  );
  for (const { name, of, sizes, measure } of curves.filter((each) => selected.includes(each.name))) {
    const points = await measure({
      program,
      dialect: dialects[flags.dialect],
      sizes: flags.sizes ?? sizes,
      run: timesOf(flags),
    });
    for (const point of points) print({ curve: name, ...point });
    console.log(curveTable(of, points));
  }
}
