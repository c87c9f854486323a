import type { UnverifiedReason } from './ending.ts';
import type { Locale } from '#core/locale.ts';
import type { Quote } from './quote.ts';
import type { Instant } from '#core/time.ts';
import type { CreationMove, MOVES, MoveName, StepName } from './lifecycle.ts';
import type { RefundFeeRule } from './refund-fee.ts';
import type { Requote, RequoteOption } from './order.ts';

/** The received money of an order, in minor units of the income side. */
export interface PaymentProgress {
  /** Pending or final. */
  readonly received: bigint;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant | null;
  readonly txHash: string | null;
}

/** The received money as it is now, and how much of it this move credits to the customer. */
interface Credited {
  readonly seen: PaymentProgress;
  readonly credit: bigint;
}

/** A network fee, in minor units of `asset`. */
export interface Fee {
  readonly wallet: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** A part of an order's money in suspense, in the suspense account of one provider. */
export interface Share {
  readonly provider: string;
  readonly amount: bigint;
}

/** Effect of a reversed payment on the ledger of an order, in minor units of the income side. */
export interface Reversal {
  /** Credited money that leaves the order and the treasury. */
  readonly removed: bigint;
  /** Money that leaves suspense. */
  readonly released: readonly Share[];
  /** Money that had already been paid out or refunded, and is our loss. */
  readonly lost: bigint;
  /** An earlier loss that new money covers. */
  readonly recovered: bigint;
}

/** A person's note; null: none. */
export interface WithNote {
  readonly note: string | null;
}

/** Refund fee of the shop. */
interface WithRefundFee {
  readonly fee: bigint;
}

/** The result of sending money. */
export interface SendResult extends WithNote {
  readonly txHash: string | null;
  readonly fee: Fee | null;
}

/** Everything a new order is made from. */
export interface Draft {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string;
  readonly locale: Locale;
  readonly incomeWallet: string;
  readonly outcomeWallet: string;
  readonly quote: Quote;
  /** The refund fee rule in force when the order was made. */
  readonly refundRule: RefundFeeRule | null;
  /** Promised minutes until the payout, as shown when the order was made. */
  readonly promisedMinutes: number | null;
}

/** The payload of moves without facts of their own. */
export type NoPayload = Readonly<Record<never, never>>;

/** Facts of each move (domain 5): everything it needs and nothing else. */
export interface Payloads {
  readonly create: { readonly draft: Draft };
  readonly create_unverified: { readonly draft: Draft };
  readonly accept_verification: WithNote;
  readonly accept_verification_requote: WithNote & { readonly requote: Requote };
  readonly refuse_verification: WithNote;
  /** `deadline`: until when the order may be paid and a fixed rate is locked. */
  readonly give_requisites: { readonly deadline: Instant; readonly reference: string; readonly requiredConfirmations: number | null };
  readonly fail_requisites: NoPayload;
  readonly claim_payment: { readonly invoiceId: string | null; readonly txHash: string | null };
  readonly detect_payment: { readonly seen: PaymentProgress };
  readonly detect_in_moderation: { readonly seen: PaymentProgress };
  readonly lose_payment: Reversal & { readonly seen: PaymentProgress };
  readonly expire: NoPayload;
  readonly expire_verification: { readonly reason: UnverifiedReason };
  readonly moderate_claim: NoPayload;
  readonly cancel: NoPayload;
  /** The note is shown to the customer. */
  readonly call_off: WithNote;
  /** `quote`: the exchange at the current rate, if the order's own rate does not bind. */
  readonly settle_payment: Credited & { readonly quote: Quote | null };
  readonly confirm_receipt: Credited & { readonly quote: Quote | null } & WithNote;
  /** The payment is settled at the amounts of this moment. They are paid out when the check is passed. */
  readonly hold_for_compliance: Credited & { readonly quote: Quote | null };
  readonly clear_compliance: WithNote;
  readonly refund_from_compliance: WithNote & WithRefundFee;
  readonly moderate_compliance: WithNote;
  readonly requote: Credited & { readonly requote: Requote };
  /** `provider`: the provider whose suspense account takes the amount that is not exchanged. */
  readonly accept_requote: { readonly option: RequoteOption; readonly provider: string };
  readonly refuse_requote: NoPayload;
  readonly queue_payout: NoPayload;
  readonly claim_payout: NoPayload;
  readonly complete: SendResult;
  readonly fail_payout: WithNote & { readonly fee: Fee | null };
  readonly retry_payout: WithNote;
  /** `provider`: the provider whose suspense account the late money passes through. */
  readonly reopen: Credited & { readonly requote: Requote; readonly provider: string };
  readonly decline_payment: NoPayload;
  readonly reject: WithNote;
  readonly refund: WithNote & WithRefundFee;
  readonly complete_refund: SendResult;
}

/** Actors that may make this move by the table. */
type ActorOf<M extends MoveName> = (typeof MOVES)[M]['by'][number];

type CauseByMove = {
  readonly [M in MoveName]: { readonly move: M; readonly by: ActorOf<M>; readonly now: Instant } & Payloads[M];
};

/** One move with its actor, time and facts. Computed from facts, never taken from a request. */
export type CauseOf<M extends MoveName> = { [N in M]: CauseByMove[N] }[M];
export type Cause = CauseOf<StepName>;
export type Creation = CauseOf<CreationMove>;
