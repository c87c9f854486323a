import * as z from 'zod/mini';
import { getOwnPartner, listPartnerOrders, PartnerOrderAttributes } from '#contract/partner/partners.ts';
import { formatAmount } from '#core/money/amount.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { KEY_MODES, type KeyMode, DEFAULT_SHARE_PPM } from '#core/partner/partner.ts';
import { accept } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { partnerSharesOf, sumPartnerShares } from '#server/earnings/purse-earnings.ts';
import { type PageRequest, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findPartner, listOrdersOf, type PartnerRow, quotasOf } from './partner-store.ts';
import { listKeys } from './store.ts';

/** The same page size as the other lists of the account. */
const ORDERS_PER_PAGE = 12;
const EARNINGS_PERIOD_MS = 30 * DAY_MS;
/** Balances are stored in cents. */
const USD_SCALE = 2;

/** An account without keys. */
const NO_PARTNER: PartnerRow = {
  requests_per_minute: null,
  orders_per_day: null,
  open_orders: null,
  reserve_percent: null,
  suspended_reason: null,
  share_ppm: null,
  requests: 0,
  orders: 0,
  open: 0,
};

/** A page of the orders made with an account's keys, of one mode or both, with its share of each. */
export async function presentOrders(deps: Pick<Deps, 'db' | 'catalogue'>, userId: string, page: PageRequest, mode?: KeyMode) {
  const { rows, ends, total } = await listOrdersOf(deps.db, userId, page, mode);
  const amountOf = (code: string, amount: string) => formatAmount(BigInt(amount), deps.catalogue.paymentSystem(code)?.scale ?? 0);
  const ids = rows.map(({ order_id }) => order_id);
  const shares = await partnerSharesOf(deps.db, userId, ids);
  const data = rows.map((row) => {
    const share = shares.get(row.order_id);
    return {
      type: 'partner_orders' as const,
      id: row.order_id,
      attributes: {
        key_id: row.key_id,
        key_name: row.key_name,
        mode: row.mode,
        status: row.status,
        payment_system_from_id: row.income_code,
        payment_system_to_id: row.outcome_code,
        income_amount: amountOf(row.income_code, row.income_amount),
        outcome_amount: amountOf(row.outcome_code, row.outcome_amount),
        share_usd: share === undefined ? null : formatAmount(share.cents, USD_SCALE),
        is_share_reversed: share?.isReversed ?? false,
        created_at: row.created_at.toISOString(),
      },
    };
  });
  return { data, page: { page: page.page, per: page.per, total, ends } };
}

const SandboxOrders = z.object({
  data: z.array(z.object({ type: z.literal('partner_orders'), id: z.string(), attributes: PartnerOrderAttributes })),
  total: z.number(),
});

/** Partner orders of either mode. Sandbox orders are read from the sandbox process, which has no key names. */
export async function ordersOfPartner(deps: Pick<Deps, 'db' | 'catalogue' | 'sandbox'>, userId: string, page: PageRequest, mode?: KeyMode) {
  if (mode !== 'sandbox' || deps.sandbox.place !== 'beside') return await presentOrders(deps, userId, page, mode);
  const query = new URLSearchParams({ user: userId, page: String(page.page), per: String(page.per) });
  const { data, total } = SandboxOrders.parse(await deps.sandbox.read(`/orders-of-partner?${query.toString()}`));
  const names = new Map((await listKeys(deps.db, userId)).map(({ id, name }) => [id, name]));
  return {
    data: data.map(({ attributes, ...order }) => ({
      ...order,
      attributes: { ...attributes, key_name: names.get(attributes.key_id) ?? null },
    })),
    page: { page: page.page, per: page.per, total },
  };
}

/** Endpoints of a partner's own account. */
export const partnerRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'sandbox'>): Route[] => [
  route(getOwnPartner, async ({ visitor }) => {
    const row = (await findPartner(deps.db, visitor.userId, new Date(deps.clock.now()))) ?? NO_PARTNER;
    const { requestsPerMinute, ordersPerDay, openOrders, reservePercent } = quotasOf(row);
    const since = new Date(deps.clock.now() - EARNINGS_PERIOD_MS);
    const earned = (await sumPartnerShares(deps.db, [visitor.userId], since)).get(visitor.userId) ?? 0n;
    const attributes = {
      modes: KEY_MODES.filter((mode) => mode === 'live' || deps.sandbox.place !== 'none'),
      is_suspended: row.suspended_reason !== null,
      suspended_reason: row.suspended_reason,
      share_percent: percentOfPpm(row.share_ppm ?? DEFAULT_SHARE_PPM),
      earned_usd: formatAmount(earned, USD_SCALE),
      quotas: {
        requests_per_minute: requestsPerMinute,
        orders_per_day: ordersPerDay,
        open_orders: openOrders,
        reserve_percent: reservePercent,
      },
      used: { requests_last_minute: row.requests, orders_last_day: row.orders, open_orders: row.open },
    };
    return accept({ data: { type: 'partners', id: 'current', attributes, links: { self: '/api/v1/partner' } } });
  }),
  route(listPartnerOrders, async (call) =>
    accept(await ordersOfPartner(deps, call.visitor.userId, readPageRequest(call, ORDERS_PER_PAGE), call.query.mode)),
  ),
];
