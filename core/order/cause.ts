import type { UnverifiedReason } from './reason.ts';
import type { Locale } from '#core/locale.ts';
import type { Quote } from '#core/quote.ts';
import type { Instant } from '#core/time.ts';
import type { BirthName, MOVES, MoveName, StepName } from './lifecycle.ts';
import type { RefundFeeRule } from './refund-rule.ts';
import type { Requote, RequoteOption } from './order.ts';

/** What is known of the money that came, as an order shows it. Minor units of the income side. */
export interface Seen {
  /** Seen or final. */
  readonly received: bigint;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant | null;
  readonly txHash: string | null;
}

/** Seen money, and how much of it becomes a debt to the customer now. */
interface Credited {
  readonly seen: Seen;
  readonly credit: bigint;
}

/** What the network took for sending, in minor units of `asset`. */
export interface Fee {
  readonly wallet: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** A part of what suspense holds for an order: whose suspense, and how much. */
export interface Share {
  readonly provider: string;
  readonly amount: bigint;
}

/** What leaves the books of an order because it was taken back, in minor units of the income side. */
export interface TakenBack {
  /** Leaves the order and the treasury again. */
  readonly gone: bigint;
  /** What suspense held and is gone. */
  readonly released: readonly Share[];
  /** What had left already... */
  readonly lost: bigint;
  /** ...and what was thought to have left, and is here after all. */
  readonly recovered: bigint;
}

/** A person's words; null where he gave none. */
interface Said {
  readonly note: string | null;
}

/** What the shop keeps of what goes back. */
interface Kept {
  readonly fee: bigint;
}

/** The end of an attempt to send money. */
interface Sent extends Said {
  readonly txHash: string | null;
  readonly fee: Fee | null;
}

/** What a new order is made of; everything else follows from it. */
export interface Draft {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string;
  readonly locale: Locale;
  readonly incomeWallet: string;
  readonly outcomeWallet: string;
  readonly quote: Quote;
  /** What may be kept of a refund, as it stood when he ordered. */
  readonly refundRule: RefundFeeRule | null;
  /** Minutes that the payout is promised in, as it stood when this was ordered. */
  readonly promisedMinutes: number | null;
}

/** The move alone says it all. */
type Nothing = Readonly<Record<never, never>>;

/** What each move is made with (domain 5): all it needs and nothing more. */
export interface Payloads {
  readonly create: { readonly draft: Draft };
  readonly create_unverified: { readonly draft: Draft };
  readonly accept_verification: Said;
  readonly accept_verification_requote: Said & { readonly requote: Requote };
  readonly refuse_verification: Said;
  /** `deadline`: until when it may be paid, and the rate is locked where it is fixed. */
  readonly give_requisites: { readonly deadline: Instant; readonly reference: string; readonly requiredConfirmations: number | null };
  readonly fail_requisites: Nothing;
  readonly claim_payment: { readonly invoiceId: string | null; readonly txHash: string | null };
  readonly detect_payment: { readonly seen: Seen };
  readonly detect_in_moderation: { readonly seen: Seen };
  readonly lose_payment: TakenBack & { readonly seen: Seen };
  readonly expire: Nothing;
  readonly expire_verification: { readonly reason: UnverifiedReason };
  readonly moderate_claim: Nothing;
  readonly cancel: Nothing;
  /** Why, in words that the customer reads. */
  readonly call_off: Said;
  /** `quote`: the rate of the moment where the order's own does not bind. */
  readonly settle_payment: Credited & { readonly quote: Quote | null };
  readonly confirm_receipt: Credited & { readonly quote: Quote | null } & Said;
  /** As it would have been settled: what the money came to at that moment is what is paid when the check is passed. */
  readonly hold_for_compliance: Credited & { readonly quote: Quote | null };
  readonly clear_compliance: Said;
  readonly refund_from_compliance: Said & Kept;
  readonly moderate_compliance: Said;
  readonly requote: Credited & { readonly requote: Requote };
  /** `provider`: whose suspense keeps what the choice does not exchange. */
  readonly accept_requote: { readonly option: RequoteOption; readonly provider: string };
  readonly refuse_requote: Nothing;
  readonly queue_payout: Nothing;
  readonly claim_payout: Nothing;
  readonly complete: Sent;
  readonly fail_payout: Said & { readonly fee: Fee | null };
  readonly retry_payout: Said;
  /** `provider`: whose suspense the late money passes. */
  readonly reopen: Credited & { readonly requote: Requote; readonly provider: string };
  readonly decline_payment: Nothing;
  readonly reject: Said;
  readonly refund: Said & Kept;
  readonly complete_refund: Sent;
}

/** Who may make this move by the table. */
type ActorOf<M extends MoveName> = (typeof MOVES)[M]['by'][number];

type CauseByMove = {
  readonly [M in MoveName]: { readonly move: M; readonly by: ActorOf<M>; readonly now: Instant } & Payloads[M];
};

/** What one move is caused with: who, when, and the move's own facts. Computed from facts, never taken from the wire. */
export type CauseOf<M extends MoveName> = { [N in M]: CauseByMove[N] }[M];
export type Cause = CauseOf<StepName>;
export type Birth = CauseOf<BirthName>;
