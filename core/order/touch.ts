import type { Posting } from '#core/ledger/account.ts';
import type { Instant } from '#core/time.ts';
import type { Fee, Seen, Share, TakenBack } from './cause.ts';
import { type HoldChange, KEEP, smallerHold, VOID } from './hold.ts';
import type { Actor } from './lifecycle.ts';
import type { Order, Requote } from './order.ts';
import {
  bookLoss,
  correctExchanged,
  creditReceived,
  keepInSuspense,
  networkFee,
  type OrderAssets,
  recoverLoss,
  releaseSurplus,
  returnSurplus,
  takenBack,
} from './postings.ts';
import { withSeen } from './rules.ts';

type Nothing = Readonly<Record<never, never>>;

/** What may change of an order without a move, each with its own facts. Amounts in minor units of the income side. */
export interface Touches {
  /** Nearer to final, more of it, or less: the state stays. */
  readonly count_confirmations: { readonly seen: Seen };
  /** More money or an outdated offer while the customer chooses: the same choice with new numbers. */
  readonly renew_offer: { readonly received: bigint; readonly credit: bigint; readonly requote: Requote };
  /** What was credited and is gone, where nothing was made of it yet; also what was lost before and is made good. */
  readonly correct_credit: TakenBack & { readonly received: bigint };
  /** The agreed money as its rail reports it, where a word said a little else: `received` is what the exchange was for. */
  readonly correct_agreed: { readonly received: bigint };
  /** Money beside an agreement that is done: `kept` waits in suspense, `lost` had left before it was taken back. */
  readonly balance: {
    readonly received: bigint;
    readonly kept: Share;
    readonly released: readonly Share[];
    readonly lost: bigint;
    readonly recovered: bigint;
  };
  /** What came beyond the order is back with its customer. */
  readonly return_surplus: { readonly returned: readonly Share[]; readonly fee: Fee | null };
  /** A promise that its order has kept too long without money. */
  readonly lose_hold: { readonly why: 'moderation' | 'unproven_claim' };
  /** An end that was refused is tried again then. */
  readonly postpone_deadline: { readonly until: Instant };
  /** More time to pay, given by a person; `rateUntil`: until when the agreed rate binds as well, where that was given too. */
  readonly extend: { readonly until: Instant; readonly rateUntil: Instant | null };
  /** Where its customer is written to from now on. */
  readonly correct_email: { readonly email: string };
  /** Requisites that came after the end: money that comes to them is this customer's. */
  readonly keep_reference: { readonly reference: string };
  /** Whether we know where money would go back to. */
  readonly know_destination: { readonly isKnown: boolean };
  /** What the rail tells of a payout under way. */
  readonly follow_payout: { readonly txHash: string | null };
  /** An attempt has failed and is tried again; what it has burnt is spent. */
  readonly fail_attempt: { readonly fee: Fee | null };
  /** Something that is read with the order: a cheque, what an operator saw, who has an attempt in hand. */
  readonly change_beside: Nothing;
}

export type TouchName = keyof Touches;

type TouchByName = { readonly [T in TouchName]: { readonly touch: T; readonly by: Actor } & Touches[T] };
export type TouchOf<T extends TouchName> = { [N in T]: TouchByName[N] }[T];
export type Touch = TouchOf<TouchName>;

/** Why a touch changed the ledger, as a code: what people say stands elsewhere. */
export type TouchReason = 'smaller_promise' | 'taken_back' | 'surplus' | 'surplus_returned' | 'moderation' | 'unproven_claim';

/** What a touch makes. */
export interface Touched {
  /** The order as it becomes, version counted; its hold is what it was before. */
  readonly order: Order;
  /** Never a larger promise: what cannot be promised again is given up. */
  readonly hold: Exclude<HoldChange, { do: 'adjust' | 'post' }>;
  readonly postings: readonly Posting[];
  /** Why, in the ledger. */
  readonly reason: TouchReason | null;
}

interface Rule<T extends TouchName> {
  readonly next: (order: Order, touch: TouchOf<T>) => Order;
  readonly hold?: (order: Order, touch: TouchOf<T>) => Touched['hold'];
  readonly postings?: (order: Order, touch: TouchOf<T>, assets: OrderAssets) => readonly Posting[];
  readonly reason?: (touch: TouchOf<T>) => TouchReason;
}

const RULES: { readonly [T in TouchName]: Rule<T> } = {
  count_confirmations: { next: (order, { seen }) => withSeen(order, seen) },
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
    next: (order, { received, gone }) => ({ ...order, receivedAmount: received, creditedAmount: order.creditedAmount - gone }),
    postings: (order, correction, assets) => takenBack(order, assets, correction),
    reason: () => 'taken_back',
  },
  correct_agreed: {
    next: (order, { received }) => ({ ...order, receivedAmount: received, creditedAmount: received }),
    postings: (order, { received }, assets) => correctExchanged(order, assets, received - order.creditedAmount),
  },
  balance: {
    next: (order, { received }) => ({ ...order, receivedAmount: received }),
    postings: (order, { kept, released, lost, recovered }, assets) => [
      ...keepInSuspense(order, assets, kept),
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

function touched<T extends TouchName>(order: Order, touch: TouchOf<T>, assets: OrderAssets): Touched {
  const rule: Rule<T> = RULES[touch.touch];
  return {
    order: { ...rule.next(order, touch), version: order.version + 1 },
    hold: rule.hold?.(order, touch) ?? KEEP,
    postings: rule.postings?.(order, touch, assets) ?? [],
    reason: rule.reason?.(touch) ?? null,
  };
}

/**
 * The only maker of a change that is no move: takes the order as it is, what happened and the ledger assets of its sides; gives
 * the order as it becomes with everything that must be written with it. The state stays.
 */
export const decideTouch = (order: Order, touch: Touch, assets: OrderAssets): Touched => touched(order, touch, assets);
