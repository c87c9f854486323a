import { EXAMPLE_CALCULATION, EXAMPLE_ID } from '#contract/example-of.ts';

/** What answers have named: the examples of the calls that follow are about it, and not about what does not exist. */
export interface Named {
  readonly order?: string;
  readonly calculation?: string;
}

const MEMBER = { orders: 'order', rate_calculations: 'calculation' } as const;

/** What one answer names, if anything. */
export function namedBy(text: string): Named {
  const found = /"type":\s*"(orders|rate_calculations)",\s*"id":\s*"([^"]+)"/.exec(text);
  const kind = found?.[1] === 'orders' || found?.[1] === 'rate_calculations' ? MEMBER[found[1]] : undefined;
  return kind === undefined ? {} : { [kind]: found?.[2] };
}

/** An example, about what was named before. */
export const carried = (example: string, { order, calculation }: Named): string =>
  example.replaceAll(EXAMPLE_CALCULATION, calculation ?? EXAMPLE_CALCULATION).replaceAll(EXAMPLE_ID, order ?? EXAMPLE_ID);
