import type { DepositState } from '#core/order/money-seen.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { NetworkFeeEstimate } from '#core/pricing/network-fee.ts';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** What a rail gives a customer to pay to. All texts are plain; never foreign HTML (domain 9). */
export interface RequisitesOffer {
  readonly kind: 'requisites' | 'redirect' | 'form';
  /** What must arrive, in minor units: the order's amount, or a unique amount near it where the rail tells orders apart by amount. */
  readonly amount: bigint;
  /** Lines to copy; `labelKey` is a key of the `requisites` messages (`card_number`, `address`, `recipient`). */
  readonly fields: readonly { readonly key: string; readonly labelKey: string; readonly value: string }[];
  readonly memo: string | null;
  /** Content of the QR code (address or payment URI), null when there is nothing to scan. */
  readonly qrPayload: string | null;
  readonly url: string | null;
  readonly method: 'GET' | 'POST' | null;
  readonly formFields: Readonly<Record<string, string>> | null;
  /** The rail's own name for this expected payment; later deposits carry it. */
  readonly reference: string;
}

export interface ReceiveRequest {
  /** Our reference: asking twice with it gives the same offer. */
  readonly orderId: string;
  readonly paymentSystem: PaymentSystem;
  readonly amount: bigint;
  readonly payerRequisites: RequisiteValues;
  /** The payer's language, for pages that the rail shows him. */
  readonly locale: Locale;
  /** Pages of ours to come back to, for redirects and forms. */
  readonly successUrl: string;
  readonly failureUrl: string;
}

/** What `receive` gave an order that is about to show it. */
export interface GivenOffer {
  readonly orderId: string;
  readonly paymentSystem: PaymentSystem;
  readonly offer: RequisitesOffer;
}

/** `unavailable`: this rail cannot receive this now (the order is cancelled, T6); `later`: ask again; `promisedAt`: when it will most likely be able to. */
export type ReceiveAnswer =
  | { readonly outcome: 'offered'; readonly offer: RequisitesOffer }
  | { readonly outcome: 'later'; readonly reason: string; readonly promisedAt?: Instant }
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** Part of what a rail receives on that an open order has, in thousandths of one requisite. */
export interface HeldPart {
  readonly orderId: string;
  readonly part: bigint;
}

/** `taken`: with what open orders have of the whole, this one included; `later`: all are taken until then; `unavailable`: none is for this. */
export type TakeAnswer =
  | { readonly outcome: 'taken'; readonly whole: bigint; readonly held: readonly HeldPart[] }
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
 * The provider's word on one payout. `accepted`: it will be executed, ask again. `executed`: final.
 * `failed`: definitely not executed and never will be. `unknown`: we cannot tell (timeout, 500, nonsense): never a failure.
 * `not_found` (only from `askPayout`): the provider is certain that it has never seen the reference.
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
      /** Nothing can be paid to where it was sent: its customer is asked for another destination. Absent: told by nobody. */
      readonly blames?: 'destination';
      /** What was burnt although nothing was paid: the gas of a reverted transaction. */
      readonly networkFee?: { readonly wallet: string; readonly amount: bigint } | null;
    }
  | { readonly outcome: 'unknown'; readonly reason: string }
  | { readonly outcome: 'not_found' };

/** A transfer towards us, as far as it is known. Sent again whenever anything about it changes; applying it twice changes nothing. */
export interface Deposit {
  readonly rail: string;
  /** The rail's unique name of this transfer (`<tx hash>:<log index>`, a provider's payment id). */
  readonly externalId: string;
  /** `reference` of the offer it pays to. */
  readonly reference: string;
  readonly paymentSystemCode: string;
  readonly amount: bigint;
  /** `seen`: on its way; `final`: ours; `failed`: will not come (declined); `reverted`: was seen and is gone. */
  readonly state: DepositState;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly txHash: string | null;
  readonly firstSeenAt: Instant;
}

/** What a rail reports, whenever it learns of it. The order side stores it in one transaction; a throw means "tell me again". */
export interface RailEvents {
  deposit(deposit: Deposit): Promise<void>;
  /** The state of one of our payouts changed. */
  payout(reference: string, answer: PayoutAnswer): Promise<void>;
  /** Money that does not fit what it is said to pay: it counts as nothing, a person looks. */
  odd(oddity: Oddity): Promise<void>;
}

/**
 * What does not fit: another currency, an amount that cannot be read or changes after the end, a payment that was told of another order,
 * money that went back without our call.
 */
export const ODDITIES = ['other_currency', 'unreadable_amount', 'other_amount', 'other_order', 'given_back'] as const;

export interface Oddity {
  readonly rail: string;
  readonly kind: (typeof ODDITIES)[number];
  /** The rail's name of the transfer. */
  readonly subject: string;
  /** The order it is said to pay. */
  readonly orderId: string;
  /** How much it is about, where that is told, in minor units of the order's income; of `given_back` what is beyond our calls. */
  readonly amount?: bigint;
  /** Of `given_back`: what is beyond our calls over all payments of the order, where all of it is told. */
  readonly inAll?: bigint;
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

/** The provider's own books since a moment. `oddities`: what it holds that no order of ours asked for (wrong token, a foreign spender). */
export type Statement =
  | {
      readonly outcome: 'listed';
      readonly lines: readonly StatementLine[];
      readonly oddities: readonly { readonly subject: string; readonly detail: string }[];
    }
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** A call from a provider, verified and translated by the rail itself. `bad_signature` is answered 401 with no detail. */
export type CallbackVerdict =
  /** `reply`: what its sender wants to read; nothing unless given. */
  | { readonly verdict: 'accepted'; readonly reply?: { readonly type: string; readonly text: string } }
  | { readonly verdict: 'bad_signature' }
  | { readonly verdict: 'unknown' };

/** A rail's word on a payment system as it stands. `problem` is a key of `catalogue_desk.rail_problem`. */
export type RailVerdict = { readonly ok: true } | { readonly ok: false; readonly problem: string };

export interface RailCapabilities {
  readonly receives: boolean;
  readonly paysOut: boolean;
  /** Gives back what it has received by the payment itself, wherever that came from: `payOut` for refunds, without a destination. */
  readonly returnsPayments?: true;
  /** Nobody but people sees its money come and go: their word is all there is, and their hours are its hours. */
  readonly peopleReport?: true;
  /** Link to a transaction in a public explorer; null when there is none. */
  transactionUrl(paymentSystem: PaymentSystem, txHash: string): string | null;
}

/** The code that can receive and pay out on payment systems (architecture 2.5). Every registered rail passes the one rail suite. */
export interface Rail {
  readonly name: string;
  readonly capabilities: RailCapabilities;
  /** Gives the requisites of one expected payment; idempotent by `orderId`. */
  receive(request: ReceiveRequest): Promise<ReceiveAnswer>;
  /**
   * Takes what an order will be paid on, in the transaction that makes the order; `receive` gives it afterwards. Absent: the rail never
   * runs out.
   */
  take?(tx: Tx, request: Pick<ReceiveRequest, 'orderId' | 'paymentSystem' | 'amount'>): Promise<TakeAnswer>;
  /**
   * Whether the order would be given the same again; that stays so until the transaction ends, which shows it to the customer. Absent:
   * nobody takes back what was given.
   */
  stands?(tx: Tx, given: GivenOffer): Promise<boolean>;
  /** Orders a payout; idempotent by `reference`. Called only after the payout row is claimed. */
  payOut(request: PayOutRequest): Promise<PayoutAnswer>;
  /** Asks by our reference, always before any retry of an unknown payout. */
  askPayout(request: PayOutRequest): Promise<PayoutAnswer>;
  /**
   * For a rail that pays by itself once it was told (it signs and sends): gives up a payout that a person is ending with his word on
   * it. False where it may still be executed all the same. Absent: the rail does nothing by itself, and a provider's word is the evidence.
   */
  withdrawPayout?(reference: string, said: 'sent' | 'not_sent'): Promise<boolean>;
  /**
   * Gives up a payout that it has taken, by nobody's word. True: it has certainly not begun and never will; false: it may be under way.
   * Absent: the rail cannot tell.
   */
  giveUp?(reference: string): Promise<boolean>;
  /** Polls the outside world once and reports what is new; resumes where it stopped. Called about every second by the jobs role. */
  poll(events: RailEvents): Promise<void>;
  /** What the outside world itself has on its books since a moment, asked anew and not from what we were told: for the audit (domain 6). */
  statement(since: Instant): Promise<Statement>;
  /**
   * What one ordinary payout of this payment system costs now, in the coin that the network's fees are paid in; null where it cannot
   * tell now. Asked every half a minute, for prices: nothing is promised to the network by it. Absent: the rail knows no such fees.
   */
  estimateNetworkFee?(paymentSystem: PaymentSystem): Promise<NetworkFeeEstimate | null>;
  /**
   * Whether this rail could serve a payment system as it stands: its settings, its decimals, something to pay to. Asked before a draft
   * may open; moves nothing. Absent: the rail has nothing to ask.
   */
  check?(paymentSystem: PaymentSystem): Promise<RailVerdict>;
  /** Handles a provider's signed call: `POST /callbacks/<rail>`; the raw body, untouched. */
  callback?(
    call: { readonly headers: Readonly<Record<string, string | string[] | undefined>>; readonly body: Buffer },
    events: RailEvents,
  ): Promise<CallbackVerdict>;
}
