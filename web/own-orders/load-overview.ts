import type { LoaderFunctionArgs } from 'react-router';
import { totalReferralIncomes, totalRewards } from '#contract/account/earnings.ts';
import { getSecondFactors } from '#contract/account/second-factors.ts';
import { call } from '#contract/call.ts';
import { listCardVerifications } from '#contract/public/card-verifications.ts';
import { listOrders } from '#contract/public/orders.ts';
import type { VerificationState } from '#core/customer/card-verification.ts';
import { STATUS_GROUP, type StatusGroup } from '#core/order/status.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { toOrder, type Order } from '#web/order/order.ts';

/** Pairs offered to be repeated. */
const MAX_PAIRS = 3;

/** State of the account for its first page. A part whose call failed is null and is not shown. */
export interface Overview {
  readonly systems: readonly System[];
  /** Orders that are not final, those that wait for the customer first; null: unknown. */
  readonly live: readonly Order[] | null;
  /** The newest repeatable order of each of the last pairs. */
  readonly repeatable: readonly Order[];
  readonly cards: readonly VerificationState[] | null;
  /** Earnings that can be withdrawn now. */
  readonly earned: readonly { readonly amount: string; readonly currency: string }[] | null;
  readonly hasSecondFactor: boolean | null;
}

const inGroup = (orders: readonly Order[], group: StatusGroup): readonly Order[] =>
  orders.filter(({ status }) => STATUS_GROUP[status] === group);

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

export async function loadOverview(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const api = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [systems, newest, cards, referral, reward, factors] = await Promise.all([
    listSystems(api),
    call(listOrders, { query: {} }, api),
    call(listCardVerifications, { query: {} }, api),
    call(totalReferralIncomes, {}, api),
    call(totalRewards, {}, api),
    call(getSecondFactors, {}, api),
  ]);
  const orders = newest.ok ? newest.data.map(toOrder) : null;
  const overview: Overview = {
    systems: systems ?? [],
    live: orders && [...inGroup(orders, 'waiting'), ...inGroup(orders, 'processing')],
    repeatable: lastPairs(inGroup(orders ?? [], 'done')),
    cards: cards.ok ? cards.data.map(({ attributes }) => attributes.status) : null,
    earned:
      referral.ok && reward.ok
        ? [referral, reward].map(({ data }) => ({ amount: data.attributes.available, currency: data.attributes.currency_iso_code }))
        : null,
    hasSecondFactor: factors.ok ? factors.data.attributes.totp_enrolled || factors.data.attributes.passkeys.length > 0 : null,
  };
  return { user, overview };
}
