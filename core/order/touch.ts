import type { Posting } from '#core/ledger/account.ts';
import type { Instant } from '#core/time.ts';
import type { Fee, PaymentProgress, Share, Reversal } from './cause.ts';
import { type HoldChange, KEEP, smallerHold, VOID } from './hold.ts';
import type { Actor } from '#core/lifecycle/state-machine.ts';
import type { Order, Requote } from './order.ts';
import {
  bookLoss,
  correctExchange,
  creditReceived,
  keepInSuspense,
  networkFee,
  type OrderAssets,
  recoverLoss,
  releaseSurplus,
  returnSurplus,
  reversePayment,
} from './postings.ts';
import { withProgress } from './rules.ts';

type NoFacts = Readonly<Record<never, never>>;

/** Changes of an order that leave its state, each with its facts. Amounts are in minor units of the income side. */
export interface Touches {
  /** The received amount or its confirmations changed. */
  readonly count_confirmations: { readonly seen: PaymentProgress };
  /** During a requote, more money arrived or prices became outdated. The choice stays, with new amounts. */
  readonly renew_offer: { readonly received: bigint; readonly credit: bigint; readonly requote: Requote };
  /** Credited money was reverted before it was exchanged, or an earlier loss was recovered. */
  readonly correct_credit: Reversal & { readonly received: bigint };
  /** The rail reports a slightly different amount than the operator entered. `received` becomes the exchanged amount. */
  readonly correct_agreed: { readonly received: bigint };
  /** Money beyond a settled agreement changed. `surplus` waits in suspense; `lost` had been paid out before it was reverted. */
  readonly balance: {
    readonly received: bigint;
    readonly surplus: Share;
    readonly released: readonly Share[];
    readonly lost: bigint;
    readonly recovered: bigint;
  };
  /** A surplus was returned to the customer. */
  readonly return_surplus: { readonly returned: readonly Share[]; readonly fee: Fee | null };
  /** The reserve was held for too long without money. */
  readonly lose_hold: { readonly why: 'moderation' | 'unproven_claim' };
  /** The move at the deadline was refused. It is tried again at `until`. */
  readonly postpone_deadline: { readonly until: Instant };
  /** A person extended the time to pay. `rateUntil`: the new end of the rate lock; null if it was not extended. */
  readonly extend: { readonly until: Instant; readonly rateUntil: Instant | null };
  /** The customer's e-mail was corrected. */
  readonly correct_email: { readonly email: string };
  /** Requisites were issued although the order has ended. Money paid to them belongs to this customer. */
  readonly keep_reference: { readonly reference: string };
  /** The destination of a refund became known or unknown. */
  readonly know_destination: { readonly isKnown: boolean };
  /** The rail reported about a payout on its way. */
  readonly follow_payout: { readonly txHash: string | null };
  /** A payout attempt failed and is retried. Its network fee is spent. */
  readonly fail_attempt: { readonly fee: Fee | null };
  /** Something that is shown with the order changed: a cheque, a recorded payment, the holder of a payout attempt. */
  readonly change_beside: NoFacts;
}

export type TouchName = keyof Touches;

type TouchByName = { readonly [T in TouchName]: { readonly touch: T; readonly by: Actor } & Touches[T] };
export type TouchOf<T extends TouchName> = { [N in T]: TouchByName[N] }[T];
export type Touch = TouchOf<TouchName>;

/** Why a touch changed the ledger, as a code. Notes of people are stored elsewhere. */
export type TouchReason = 'smaller_promise' | 'taken_back' | 'surplus' | 'surplus_returned' | 'moderation' | 'unproven_claim';

/** The result of a touch. */
export interface TouchResult {
  /** The changed order with its new version. Its hold is still the one before. */
  readonly order: Order;
  /** The change of the hold. It never grows, and a hold that cannot be made again is dropped. */
  readonly hold: Exclude<HoldChange, { do: 'adjust' | 'post' }>;
  readonly postings: readonly Posting[];
  /** The reason in the ledger. */
  readonly reason: TouchReason | null;
}

interface Rule<T extends TouchName> {
  readonly next: (order: Order, touch: TouchOf<T>) => Order;
  readonly hold?: (order: Order, touch: TouchOf<T>) => TouchResult['hold'];
  readonly postings?: (order: Order, touch: TouchOf<T>, assets: OrderAssets) => readonly Posting[];
  readonly reason?: (touch: TouchOf<T>) => TouchReason;
}

const RULES: { readonly [T in TouchName]: Rule<T> } = {
  count_confirmations: { next: (order, { seen }) => withProgress(order, seen) },
  renew_offer: {
    next: (order, { received, credit, requote }) => ({
      ...order,
      receivedAmount: received,
      creditedAmount: order.creditedAmount + credit,
      requote,
    }),
    hold: (order, { requote }) => smallerHold(order.hold, requote),
    postings: (order, { credit }, assets) => creditReceived(order, assets, credit),
    reason: () => 'smaller_promise',
  },
  correct_credit: {
    next: (order, { received, removed }) => ({ ...order, receivedAmount: received, creditedAmount: order.creditedAmount - removed }),
    postings: (order, correction, assets) => reversePayment(order, assets, correction),
    reason: () => 'taken_back',
  },
  correct_agreed: {
    next: (order, { received }) => ({ ...order, receivedAmount: received, creditedAmount: received }),
    postings: (order, { received }, assets) => correctExchange(order, assets, received - order.creditedAmount),
  },
  balance: {
    next: (order, { received }) => ({ ...order, receivedAmount: received }),
    postings: (order, { surplus, released, lost, recovered }, assets) => [
      ...keepInSuspense(order, assets, surplus),
      ...released.map((share) => releaseSurplus(order, assets, share)),
      ...bookLoss(order, assets, lost),
      ...recoverLoss(order, assets, recovered),
    ],
    reason: () => 'surplus',
  },
  return_surplus: {
    next: (order, { returned }) => ({
      ...order,
      surplusReturned: returned.reduce((sum, share) => sum + share.amount, order.surplusReturned),
    }),
    postings: (order, { returned, fee }, assets) => [
      ...returned.map((share) => returnSurplus(order, assets, share)),
      ...(fee === null ? [] : networkFee(fee)),
    ],
    reason: () => 'surplus_returned',
  },
  lose_hold: { next: (order) => order, hold: () => VOID, reason: ({ why }) => why },
  postpone_deadline: { next: (order, { until }) => ({ ...order, expiresAt: until }) },
  extend: {
    next: (order, { until, rateUntil }) => ({ ...order, expiresAt: until, rateLockedUntil: rateUntil ?? order.rateLockedUntil }),
  },
  correct_email: { next: (order, { email }) => ({ ...order, email }) },
  keep_reference: { next: (order, { reference }) => ({ ...order, requisitesReference: reference }) },
  know_destination: { next: (order, { isKnown }) => ({ ...order, hasRefundDestination: isKnown }) },
  follow_payout: { next: (order, { txHash }) => ({ ...order, outcomeTxHash: txHash ?? order.outcomeTxHash }) },
  fail_attempt: { next: (order) => order, postings: (_order, { fee }) => (fee === null ? [] : networkFee(fee)) },
  change_beside: { next: (order) => order },
};

function applyTouch<T extends TouchName>(order: Order, touch: TouchOf<T>, assets: OrderAssets): TouchResult {
  const rule: Rule<T> = RULES[touch.touch];
  return {
    order: { ...rule.next(order, touch), version: order.version + 1 },
    hold: rule.hold?.(order, touch) ?? KEEP,
    postings: rule.postings?.(order, touch, assets) ?? [],
    reason: rule.reason?.(touch) ?? null,
  };
}

/**
 * Decides a change of an order that leaves its state. `assets`: the ledger assets of both sides. Returns the changed order with everything
 * that must be written.
 */
export const decideTouch = (order: Order, touch: Touch, assets: OrderAssets): TouchResult => applyTouch(order, touch, assets);
