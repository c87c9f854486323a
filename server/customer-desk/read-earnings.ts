import { toRfc3339 } from '#core/time.ts';
import { formatAmount } from '#core/money/amount.ts';
import { PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import { sumPurse } from '#server/earnings/purse-earnings.ts';
import { purseBalances } from '#server/ledger/purse-balances.ts';
import { isPartner } from '#server/partners/is-partner.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findCustomerReferrer } from '#server/referrals/find-customer-referrer.ts';
import { newestWithdrawals } from '#server/withdrawals/newest-withdrawals.ts';

const MAX_WITHDRAWALS = 5;

const dollars = (cents: bigint | string): string => formatAmount(BigInt(cents), PURSE_SCALE);

/** What a customer earned and withdrew, and the referrer. A guest has no balances but may have a referrer. */
export async function readEarnings(
  db: Queryable,
  { customerId, userId, now }: { readonly customerId: string; readonly userId: string | null; readonly now: number },
) {
  const referrer = await findCustomerReferrer(db, { customerId, userId });
  const referrerAttributes = referrer && { email: referrer.email, customer_id: referrer.customer_id, is_stopped: referrer.is_stopped };
  if (userId === null) return { referrer: referrerAttributes ?? null, partner_id: null, purses: [], withdrawals: [] };
  const purses = [];
  for (const { purse, owed, available } of await purseBalances(db, userId)) {
    const sums = await sumPurse(db, { userId, purse, at: now });
    purses.push({ purse, owed: dollars(owed), available: dollars(available), accrued: dollars(sums.accrued), paid: dollars(sums.paid) });
  }
  const withdrawals = await newestWithdrawals(db, userId, MAX_WITHDRAWALS);
  return {
    referrer: referrerAttributes ?? null,
    partner_id: (await isPartner(db, userId)) ? userId : null,
    purses,
    withdrawals: withdrawals.map((row) => ({
      id: row.id,
      status: row.status,
      purse_amount: dollars(row.purse_amount),
      created_at: toRfc3339(row.created_at.getTime()),
    })),
  };
}
