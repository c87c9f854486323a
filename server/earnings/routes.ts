import {
  type EarningAttributes,
  type EarningTotals,
  listReferralIncomes,
  listRewards,
  totalReferralIncomes,
  totalRewards,
} from '#contract/account/earnings.ts';
import type { EarningState } from '#core/earnings/earning.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE, type Purse } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countPurseEarnings, listPurseEarnings, type PurseEarningRow, type PurseSums, sumPurse } from './purse-earnings.ts';

/** Contract 4: `perPage=12`. */
const PER_PAGE = 12;
/** Characters shown of another customer's order id: enough to tell orders apart, too few to open one. */
const ORDER_ID_PREFIX_LENGTH = 4;

/** Cents as dollars with two decimals. */
const inDollars = (cents: string | bigint): string => formatAmount(BigInt(cents), PURSE_SCALE);

const isOwnOrder = ({ kind }: PurseEarningRow): boolean => kind === 'cashback';

const displayedOrderId = (row: PurseEarningRow): string | null =>
  row.order_id === null || isOwnOrder(row) ? row.order_id : `${row.order_id.slice(0, ORDER_ID_PREFIX_LENGTH)}…`;

const present = (row: PurseEarningRow): EarningAttributes => ({
  kind: row.kind,
  amount: inDollars(row.amount),
  currency_iso_code: PURSE_ASSET,
  status: row.state,
  order_public_id: displayedOrderId(row),
  is_own_order: isOwnOrder(row),
  note: row.note,
  created_at: toRfc3339(row.created_at.getTime()),
  available_at: toRfc3339(row.available_at.getTime()),
  reversed_at: row.reversed_at && toRfc3339(row.reversed_at.getTime()),
});

function presentTotals({ free: text, accrued, in_payout, paid, reversed }: PurseSums): EarningTotals {
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
  readonly query: Parameters<typeof readPageRequest>[0]['query'] & { readonly status?: EarningState | 'all' | undefined };
  readonly from: Parameters<typeof readPageRequest>[0]['from'];
}

async function listPurse({ db, clock }: OwnDeps, purse: Purse, call: ListCall) {
  const query = { userId: call.visitor.userId, purse, at: clock.now(), status: call.query.status ?? 'all' };
  const page = readPageRequest(call, PER_PAGE);
  const [{ rows, ends }, total] = await Promise.all([listPurseEarnings(db, query, page), countPurseEarnings(db, query, page.maxCounted)]);
  return { rows, page: pageInfo(page, total, ends) };
}

const totalOf = async ({ db, clock }: OwnDeps, purse: Purse, userId: string): Promise<EarningTotals> =>
  presentTotals(await sumPurse(db, { userId, purse, at: clock.now() }));

/** Routes for a customer's earnings (contract 4). */
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
