import {
  type EarningAttributes,
  type EarningTotals,
  listReferralIncomes,
  listRewards,
  totalReferralIncomes,
  totalRewards,
} from '#contract/earnings.ts';
import type { EarningState } from '#core/earnings/earning.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE, type Purse } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countOwn, listOwn, type OwnRow, type SumsRow, sumOwn } from './own-store.ts';

/** Contract 4: `perPage=12`. */
const PER_PAGE = 12;
/** As many signs of another's order as tell it from others and open nothing. */
const SHOWN_SIGNS = 4;

/** Amounts of a purse as people read them: dollars with cents. */
const inDollars = (cents: string | bigint): string => formatAmount(BigInt(cents), PURSE_SCALE);

const isOwn = ({ kind }: OwnRow): boolean => kind === 'cashback';

const shownOrder = (row: OwnRow): string | null =>
  row.order_id === null || isOwn(row) ? row.order_id : `${row.order_id.slice(0, SHOWN_SIGNS)}…`;

const present = (row: OwnRow): EarningAttributes => ({
  kind: row.kind,
  amount: inDollars(row.amount),
  currency_iso_code: PURSE_ASSET,
  status: row.state,
  order_public_id: shownOrder(row),
  is_own_order: isOwn(row),
  note: row.note,
  created_at: toRfc3339(row.created_at.getTime()),
  available_at: toRfc3339(row.available_at.getTime()),
  reversed_at: row.reversed_at && toRfc3339(row.reversed_at.getTime()),
});

function presentTotals({ free: text, accrued, in_payout, paid, reversed }: SumsRow): EarningTotals {
  const free = BigInt(text);
  return {
    currency_iso_code: PURSE_ASSET,
    accrued: inDollars(accrued),
    available: inDollars(free > 0n ? free : 0n),
    in_payout: inDollars(in_payout),
    paid: inDollars(paid),
    reversed: inDollars(reversed),
    owed: inDollars(free < 0n ? -free : 0n),
  };
}

type OwnDeps = Pick<Deps, 'db' | 'clock'>;

interface ListCall {
  readonly visitor: { readonly userId: string };
  readonly query: Parameters<typeof pageOf>[0]['query'] & { readonly status?: EarningState | 'all' | undefined };
  readonly from: Parameters<typeof pageOf>[0]['from'];
}

async function listPurse({ db, clock }: OwnDeps, purse: Purse, call: ListCall) {
  const asked = { userId: call.visitor.userId, purse, at: clock.now(), status: call.query.status ?? 'all' };
  const page = pageOf(call, PER_PAGE);
  const [{ rows, ends }, total] = await Promise.all([listOwn(db, asked, page), countOwn(db, asked, page.most)]);
  return { rows, page: pageMeta(page, total, ends) };
}

const totalOf = async ({ db, clock }: OwnDeps, purse: Purse, userId: string): Promise<EarningTotals> =>
  presentTotals(await sumOwn(db, { userId, purse, at: clock.now() }));

/** What somebody has earned (contract 4). */
export const earningRoutes = (deps: OwnDeps): Route[] => [
  route(listReferralIncomes, async (call) => {
    const { rows, page } = await listPurse(deps, 'referral', call);
    return accept({ data: rows.map((row) => ({ type: 'referral_incomes', id: row.id, attributes: present(row) })), page });
  }),
  route(totalReferralIncomes, async ({ visitor: { userId } }) =>
    accept({ data: { type: 'referral_income_totals', id: 'total', attributes: await totalOf(deps, 'referral', userId) } }),
  ),
  route(listRewards, async (call) => {
    const { rows, page } = await listPurse(deps, 'reward', call);
    return accept({ data: rows.map((row) => ({ type: 'rewards', id: row.id, attributes: present(row) })), page });
  }),
  route(totalRewards, async ({ visitor: { userId } }) =>
    accept({ data: { type: 'reward_totals', id: 'total', attributes: await totalOf(deps, 'reward', userId) } }),
  ),
];
