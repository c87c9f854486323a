import type { LoaderFunctionArgs } from 'react-router';
import { totalReferralIncomes, totalRewards } from '#contract/account/earnings.ts';
import { getSecondFactors } from '#contract/account/second-factors.ts';
import { call, type Transport } from '#contract/call.ts';
import { listCardVerifications } from '#contract/public/card-verifications.ts';
import { listOrders } from '#contract/public/orders.ts';
import { STATUS_GROUP, type StatusGroup } from '#core/order/status.ts';
import type { VerificationState } from '#core/customer/card-verification.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { toOrder, type Order } from '#web/order/order.ts';

/** Pairs offered to be repeated. */
const MAX_PAIRS = 3;

type CardState = 'verified' | 'pending' | 'rejected' | 'none';

/** One state for all cards: a verification in progress first, then whether any card is verified. */
const cardState = (cards: readonly VerificationState[]): CardState => {
  if (cards.some((status) => status === 'pending' || status === 'processing')) return 'pending';
  return (['verified', 'rejected'] as const).find((status) => cards.includes(status)) ?? 'none';
};

/** State of the account for its first page. A part whose call failed is null and is not shown. */
export interface Overview {
  readonly systems: readonly System[];
  /** Orders that are not final, those that wait for the customer first; null: unknown. */
  readonly live: readonly Order[] | null;
  /** The newest repeatable order of each of the last pairs. */
  readonly repeatable: readonly Order[];
  readonly cards: CardState | null;
  /** Earnings that can be withdrawn now. */
  readonly earned: readonly { readonly amount: string; readonly currency: string }[] | null;
  readonly hasSecondFactor: boolean | null;
}

const pairOf = (order: Order): string => `${order.payment_system_from_id} ${order.payment_system_to_id}`;

/** The newest repeatable order of each pair; `orders`: newest first. */
export function lastPairs(orders: readonly Order[]): readonly Order[] {
  const byPair = new Map<string, Order>();
  for (const order of orders) {
    if (!order.allowed_actions.includes('repeat') || order.withdrawal !== null || byPair.has(pairOf(order))) continue;
    byPair.set(pairOf(order), order);
  }
  return [...byPair.values()].slice(0, MAX_PAIRS);
}

/** Size of a page of orders. */
const PAGE = 20;

/** Orders in progress, those that wait for the customer first; null: unknown. An old one may be far below the newest orders. */
async function liveOrders(api: Transport, newest: readonly Order[]): Promise<readonly Order[] | null> {
  const inGroup = (group: StatusGroup) => newest.filter(({ status }) => STATUS_GROUP[status] === group);
  if (newest.length < PAGE) return [...inGroup('waiting'), ...inGroup('processing')];
  const [waiting, processing] = await Promise.all([
    call(listOrders, { query: { status_group: 'waiting' } }, api),
    call(listOrders, { query: { status_group: 'processing' } }, api),
  ]);
  return waiting.ok && processing.ok ? [...waiting.data, ...processing.data].map(toOrder) : null;
}

/** The first page of the newest orders, and what it leaves out; null: unknown. */
async function readOrders(api: Transport) {
  const newest = await call(listOrders, { query: {} }, api);
  if (!newest.ok) return { live: null, repeatable: [] };
  const orders = newest.data.map(toOrder);
  return { live: await liveOrders(api, orders), repeatable: lastPairs(orders) };
}

export async function readOverview(api: Transport): Promise<Overview> {
  const [systems, orders, cards, referral, reward, factors] = await Promise.all([
    listSystems(api),
    readOrders(api),
    call(listCardVerifications, { query: {} }, api),
    call(totalReferralIncomes, {}, api),
    call(totalRewards, {}, api),
    call(getSecondFactors, {}, api),
  ]);
  return {
    systems: systems ?? [],
    ...orders,
    cards: cards.ok ? cardState(cards.data.map(({ attributes }) => attributes.status)) : null,
    earned:
      referral.ok && reward.ok
        ? [referral, reward].map(({ data }) => ({ amount: data.attributes.available, currency: data.attributes.currency_iso_code }))
        : null,
    hasSecondFactor: factors.ok ? factors.data.attributes.totp_enrolled || factors.data.attributes.passkeys.length > 0 : null,
  };
}

export async function loadOverview(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const api = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  return { user, overview: await readOverview(api) };
}
