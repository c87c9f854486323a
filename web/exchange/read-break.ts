import { call, type Transport } from '#contract/call.ts';
import { getPublicNotice, TechBreak } from '#contract/public-notice.ts';

/** Whether new orders are taken; null: they are, or nobody answers and the order's own answer will tell. */
export async function readBreak(transport: Transport): Promise<TechBreak | null> {
  const answer = await call(getPublicNotice, {}, transport);
  const read = answer.ok ? TechBreak.safeParse(answer.meta['tech_break']) : undefined;
  return read?.success === true && read.data.active ? read.data : null;
}
