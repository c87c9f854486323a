import { call, type Transport } from '#contract/call.ts';
import { getPublicNotice, TechBreak } from '#contract/public-notice.ts';

/** Codes of both sides. */
export interface PairCodes {
  readonly from: string;
  readonly to: string;
}

/** Whether new orders are taken, of this pair too; null: they are, or nobody answers and the order's own answer will tell. */
export async function readBreak(transport: Transport, pair: PairCodes | null): Promise<TechBreak | null> {
  const query = pair === null ? {} : { income_payment_system_id: pair.from, outcome_payment_system_id: pair.to };
  const answer = await call(getPublicNotice, { query }, transport);
  const read = answer.ok ? TechBreak.safeParse(answer.meta['tech_break']) : undefined;
  return read?.success === true && read.data.active ? read.data : null;
}
