import type { ReferralStep } from '#contract/account/referrals.ts';
import { programmeAt } from '#core/earnings/programme.ts';
import { fromPpm } from '#core/money/fraction.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import type { ReferralProgramme } from '#server/referrals/routes.ts';
import { findProgrammes } from './programme-store.ts';

const IncomeRow = rowType({ from: col.text, amount: col.text });

/** A referrer's unreversed earnings by Moscow day, week or month, in cents. */
async function incomesBy(db: Queryable, userId: string, by: ReferralStep): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many(
    IncomeRow,
    sql`
    select to_char(date_trunc(${by}, created_at at time zone 'Europe/Moscow'), 'YYYY-MM-DD') as from, sum(amount)::text as amount
    from earnings where user_id = ${userId} and kind = 'referral' and reversed_at is null group by 1`,
  );
  return new Map(rows.map(({ from, amount }) => [from, BigInt(amount)]));
}

/** Current terms and incomes, for the referral pages. */
export const referralProgramme = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): ReferralProgramme => ({
  async terms() {
    const { programme } = programmeAt(await findProgrammes(db), clock.now());
    return { isOn: programme.isReferralOn, tiers: programme.tiers.map(({ from, ratePpm }) => ({ from, rate: fromPpm(ratePpm) })) };
  },
  incomes: (userId, by) => incomesBy(db, userId, by),
});
