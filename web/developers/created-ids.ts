import { EXAMPLE_CALCULATION, EXAMPLE_ID } from '#contract/example-of.ts';

/** Ids of earlier responses: later examples use them instead of ids that do not exist. */
export interface CreatedIds {
  readonly order?: string;
  readonly calculation?: string;
}

const MEMBER = { orders: 'order', rate_calculations: 'calculation' } as const;

/** The id in a response, if it has one of these. */
export function createdIdsIn(text: string): CreatedIds {
  const found = /"type":\s*"(orders|rate_calculations)",\s*"id":\s*"([^"]+)"/.exec(text);
  const kind = found?.[1] === 'orders' || found?.[1] === 'rate_calculations' ? MEMBER[found[1]] : undefined;
  return kind === undefined ? {} : { [kind]: found?.[2] };
}

/** An example with the ids of earlier responses. */
export const withCreatedIds = (example: string, { order, calculation }: CreatedIds): string =>
  example.replaceAll(EXAMPLE_CALCULATION, calculation ?? EXAMPLE_CALCULATION).replaceAll(EXAMPLE_ID, order ?? EXAMPLE_ID);
