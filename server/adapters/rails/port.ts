import type { DepositState } from '#core/order/payment-reports.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { NetworkFeeEstimate } from '#core/pricing/network-fee.ts';
import type { Instant } from '#core/time.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';

/** What a rail gives a customer to pay to. All texts are plain; never foreign HTML (domain 9). */
export interface RequisitesOffer {
  readonly kind: 'requisites' | 'redirect' | 'form';
  /** What must arrive, in minor units: the order's amount, or a unique amount near it where the rail distinguishes orders by amount. */
  readonly amount: bigint;
  /** Values to copy; `labelKey` is a key of the `requisites` messages (`card_number`, `address`, `recipient`). */
  readonly fields: readonly { readonly key: string; readonly labelKey: string; readonly value: string }[];
  readonly memo: string | null;
  /** Content of the QR code (address or payment URI), null when there is nothing to scan. */
  readonly qrPayload: string | null;
  readonly url: string | null;
  readonly method: 'GET' | 'POST' | null;
  readonly formFields: Readonly<Record<string, string>> | null;
  /** The rail's reference of this expected payment; later deposits carry it. */
  readonly reference: string;
}

export interface ReceiveRequest {
  /** Our reference: a repeated request with it returns the same offer. */
  readonly orderId: string;
  readonly paymentSystem: PaymentSystem;
  readonly amount: bigint;
  readonly payerRequisites: RequisiteValues;
  /** The payer's language, for pages of the rail. */
  readonly locale: Locale;
  /** Our pages to return to after a redirect or form. */
  readonly successUrl: string;
  readonly failureUrl: string;
}

/** An offer that `receive` returned, about to be shown to the customer. */
export interface IssuedOffer {
  readonly orderId: string;
  readonly paymentSystem: PaymentSystem;
  readonly offer: RequisitesOffer;
}

/** `unavailable`: this rail cannot receive this payment (the order is cancelled, T6); `later`: ask again; `expectedAt`: when it will probably be available. */
export type ReceiveAnswer =
  | { readonly outcome: 'offered'; readonly offer: RequisitesOffer }
  | { readonly outcome: 'later'; readonly reason: string; readonly expectedAt?: Instant }
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** Share of a pool of requisites that an open order occupies, in thousandths of one requisite. */
export interface ReservedShare {
  readonly orderId: string;
  readonly share: bigint;
}

/** `taken`: reserved; `reserved` lists the shares of open orders (this one included) out of `total`. `later`: all are occupied until `at`. `unavailable`: none fits. */
export type ReserveAnswer =
  | { readonly outcome: 'taken'; readonly total: bigint; readonly reserved: readonly ReservedShare[] }
  | { readonly outcome: 'later'; readonly at: Instant }
  | { readonly outcome: 'unavailable'; readonly reason: 'amount' | 'none' };

export interface PayOutRequest {
  /** Our reference, the provider's idempotency key: `<payout id>`; the same reference never pays twice. */
  readonly reference: string;
  readonly orderId: string;
  readonly paymentSystem: PaymentSystem;
  readonly amount: bigint;
  readonly destination: RequisiteValues;
}

/**
 * The provider's answer about one payout:
 * - `accepted`: it will be executed, ask again;
 * - `executed`: final;
 * - `failed`: not executed and never will be;
 * - `unknown`: no certain answer (timeout, 500, unreadable response), never treated as a failure;
 * - `not_found` (only from `askPayout`): the provider certainly never received the reference.
 */
export type PayoutAnswer =
  | {
      readonly outcome: 'accepted';
      readonly externalId: string | null;
      readonly txHash: string | null;
      readonly confirmations: number;
      readonly requiredConfirmations: number;
    }
  | {
      readonly outcome: 'executed';
      readonly externalId: string | null;
      readonly txHash: string | null;
      readonly amount: bigint;
      readonly networkFee: { readonly wallet: string; readonly amount: bigint } | null;
    }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      /** The destination itself cannot be paid: the customer is asked for another one. Absent: the cause is not known. */
      readonly cause?: 'destination';
      /** Fee spent although nothing was paid: the gas of a reverted transaction. */
      readonly networkFee?: { readonly wallet: string; readonly amount: bigint } | null;
    }
  | { readonly outcome: 'unknown'; readonly reason: string }
  | { readonly outcome: 'not_found' };

/** An incoming transfer in its current state. Reported again on every change; applying a report twice changes nothing. */
export interface Deposit {
  readonly rail: string;
  /** The rail's unique id of this transfer (`<tx hash>:<log index>`, a provider's payment id). */
  readonly externalId: string;
  /** `reference` of the offer it pays to. */
  readonly reference: string;
  readonly paymentSystemCode: string;
  readonly amount: bigint;
  /** `seen`: on its way; `final`: received; `failed`: will not arrive (declined); `reverted`: was seen, then disappeared. */
  readonly state: DepositState;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly txHash: string | null;
  readonly firstSeenAt: Instant;
}

export interface PayoutProblems {
  readonly rail: string;
  /** `payout_fault`: an error stops it; `payout_lost`: it was executed, and its transaction is in no block any more. */
  readonly kind: 'payout_fault' | 'payout_lost';
  /** Causes by reference. */
  readonly current: ReadonlyMap<string, string>;
  /** Others that may become problems: an open alarm of theirs stays. */
  readonly undecided: ReadonlySet<string>;
}

/** Where a rail reports to. The order side stores each report in one transaction; a throw means "report again". */
export interface RailEvents {
  deposit(deposit: Deposit): Promise<void>;
  /** The state of one of our payouts changed. */
  payout(reference: string, answer: PayoutAnswer): Promise<void>;
  /** The payouts of a rail that need a person; replaces what was reported of this kind before. */
  payoutProblems(problems: PayoutProblems): Promise<void>;
  /** Money that does not match the order it claims to pay: nothing is credited, an operator decides. */
  oddity(oddity: Oddity): Promise<void>;
}

/**
 * Mismatches: another currency, an unreadable amount, an amount changed after the final state, a payment reported for another order, money
 * returned to the payer without our call.
 */
export const ODDITIES = ['other_currency', 'unreadable_amount', 'other_amount', 'other_order', 'given_back'] as const;

export interface Oddity {
  readonly rail: string;
  readonly kind: (typeof ODDITIES)[number];
  /** The rail's id of the transfer. */
  readonly subject: string;
  /** The order it claims to pay. */
  readonly orderId: string;
  /** Amount concerned, if known, in minor units of the order's income; for `given_back`: what was returned beyond our refunds. */
  readonly amount?: bigint;
  /** For `given_back`: what was returned beyond our refunds over all payments of the order, if all amounts are known. */
  readonly orderTotal?: bigint;
}

/** One final transfer in the provider's own list. */
export interface StatementLine {
  readonly direction: 'in' | 'out';
  /** `in`: the deposit's `externalId`; `out`: our payout's reference. */
  readonly reference: string;
  readonly paymentSystemCode: string;
  readonly amount: bigint;
  readonly at: Instant;
}

/** The provider's own books since a moment. `oddities`: money that no order of ours explains (wrong token, a foreign spender). */
export type Statement =
  | {
      readonly outcome: 'listed';
      readonly lines: readonly StatementLine[];
      readonly oddities: readonly { readonly subject: string; readonly detail: string }[];
    }
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** A provider's call, verified and translated by the rail. `bad_signature` is answered 401 with no detail. */
export type CallbackVerdict =
  /** `reply`: the body that the provider expects; default: none. */
  | { readonly verdict: 'accepted'; readonly reply?: { readonly type: string; readonly text: string } }
  | { readonly verdict: 'bad_signature' }
  | { readonly verdict: 'unknown' };

/** Whether a rail can serve a payment system as configured. `problem` is a key of `catalogue_desk.rail_problem`. */
export type RailVerdict = { readonly ok: true } | { readonly ok: false; readonly problem: string };

export interface RailCapabilities {
  readonly receives: boolean;
  readonly paysOut: boolean;
  /** Refunds the received payment itself, to wherever it came from: `payOut` for refunds, without a destination. */
  readonly returnsPayments?: true;
  /** Operators report the money, no system does: their reports are the only evidence, and their working hours apply. */
  readonly isManual?: true;
  /** Link to a transaction in a public explorer; null when there is none. */
  transactionUrl(paymentSystem: PaymentSystem, txHash: string): string | null;
}

/** Code that receives and pays out on payment systems (architecture 2.5). Every registered rail passes the same rail test suite. */
export interface Rail {
  readonly name: string;
  readonly capabilities: RailCapabilities;
  /** Issues the requisites of one expected payment; idempotent by `orderId`. */
  receive(request: ReceiveRequest): Promise<ReceiveAnswer>;
  /**
   * Reserves the requisite of an order in the transaction that creates the order; `receive` issues it afterwards. Absent: the rail has an
   * unlimited supply.
   */
  reserve?(tx: Tx, request: Pick<ReceiveRequest, 'orderId' | 'paymentSystem' | 'amount'>): Promise<ReserveAnswer>;
  /**
   * Whether the same offer would still be issued; guaranteed until the end of the transaction, which shows it to the customer. Absent:
   * offers are never revoked.
   */
  isStillOffered?(tx: Tx, issued: IssuedOffer): Promise<boolean>;
  /** Orders a payout; idempotent by `reference`. Called only after the payout row is claimed. */
  payOut(request: PayOutRequest): Promise<PayoutAnswer>;
  /** Looks the payout up by our reference; always before any retry of an unknown payout. */
  askPayout(request: PayOutRequest): Promise<PayoutAnswer>;
  /**
   * Cancels a payout whose outcome an operator is recording, for a rail that signs and sends payouts itself. False: it may still be
   * executed, and neither outcome is recorded. Absent: the provider's statement is the evidence.
   */
  withdrawPayout?(reference: string, outcome: EndOutcome): Promise<boolean>;
  /** Cancels an accepted payout. True: it has not started and never will. False: it may be under way. Absent: the rail cannot tell. */
  cancelPayout?(reference: string): Promise<boolean>;
  /** Polls the provider once and reports changes; resumes where the last poll stopped. Called about every second by the jobs role. */
  poll(events: RailEvents): Promise<void>;
  /**
   * The provider's own books from `since` to `before` (excluded; absent: up to now), read anew and independent of its reports: for the audit
   * (domain 6). Each transfer is in one of successive periods; an oddity may be in several.
   */
  statement(since: Instant, before?: Instant): Promise<Statement>;
  /**
   * Current cost of one ordinary payout in the coin of the network's fees; null: unknown now. Called every 30 s for prices, without any
   * transaction. Absent: the rail has no network fees.
   */
  estimateNetworkFee?(paymentSystem: PaymentSystem): Promise<NetworkFeeEstimate | null>;
  /**
   * Whether this rail can serve a payment system as configured: settings, decimals, something to pay to. Called before a draft is opened;
   * changes nothing. Absent: nothing to check.
   */
  check?(paymentSystem: PaymentSystem): Promise<RailVerdict>;
  /** Handles a provider's signed call: `POST /callbacks/<rail>`; the raw body, untouched. */
  callback?(
    call: { readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly body: Buffer },
    events: RailEvents,
  ): Promise<CallbackVerdict>;
}

/** What an operator records about a payout whose end a rail did not report. */
export type EndOutcome = 'sent' | 'not_sent';

/**
 * Reason of a payout that the rail withdrew because a person paid it. It is answered as `unknown`: `failed` would allow another payment if
 * the operator's record is rolled back.
 */
export const PAID_BY_A_PERSON = 'paid_by_a_person';

/** Reason of a payout that the rail withdrew. */
export const withdrawalReason = (outcome: EndOutcome): string => (outcome === 'sent' ? PAID_BY_A_PERSON : 'ended_by_a_person');

/**
 * Whether payouts of a payment system on a rail are paused. Rails that start payouts on their own ask before each. In `tx` no pause starts
 * until it ends; asked there before any other lock.
 */
export type IsPaused = (payout: { readonly code: string; readonly rail: string }, tx?: Tx) => Promise<boolean>;

/** Does something that no pause may precede, such as sending a payout for the first time; undefined: payouts are paused. */
export const unlessPaused = <T>(
  { db, isPaused }: { readonly db: Db; readonly isPaused: IsPaused },
  payout: Parameters<IsPaused>[0],
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> => db.tx(async (tx) => ((await isPaused(payout, tx)) ? undefined : await work(tx)));

/** Names of acquirers' rails start with it. */
export const ACQUIRER_PREFIX = 'acquirer_';

/**
 * Whether a rail that this process does not have may still execute a payout: another process may sign it. Acquirers and the sandbox execute
 * only what they are asked for, and their statement is the evidence.
 */
export const mayPayWhileAbsent = (rail: string): boolean => rail !== 'sandbox' && !rail.startsWith(ACQUIRER_PREFIX);
