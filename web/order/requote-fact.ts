import type { Order } from './order.ts';

type Fact = 'short' | 'over' | 'late' | 'cancelled' | 'closed' | 'rate';

/** Which of two amounts of one side is larger: decimal text is never made a float. */
function compare(left: string, right: string): -1 | 0 | 1 {
  const [leftWhole = '', leftPart = ''] = left.split('.');
  const [rightWhole = '', rightPart = ''] = right.split('.');
  const digits = Math.max(leftPart.length, rightPart.length);
  const difference = BigInt(leftWhole + leftPart.padEnd(digits, '0')) - BigInt(rightWhole + rightPart.padEnd(digits, '0'));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** What happened, for the headline of a choice (domain 5: "the page states the fact first"): another amount, else another time, else another rate. */
export function requoteFact({ requote, income_amount: asked, timeline }: Pick<Order, 'requote' | 'income_amount' | 'timeline'>): Fact {
  if (requote === null || requote.reason === 'quote_expired') return 'rate';
  const compared = compare(requote.received_amount, asked);
  if (compared !== 0) return compared < 0 ? 'short' : 'over';
  if (requote.reason !== 'reopened') return 'late';
  return timeline.findLast((line) => line.status !== 'requote')?.status === 'cancelled' ? 'cancelled' : 'closed';
}
