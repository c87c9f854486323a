import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type {
  EndOutcome,
  IssuedOffer,
  PayoutAnswer,
  PayOutRequest,
  RailVerdict,
  ReceiveAnswer,
  ReceiveRequest,
  Statement,
  ReserveAnswer,
} from '#server/adapters/rails/port.ts';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Operators' requisites to receive on: the pool (domain 10). Idempotent by order. */
export interface ManualReceiving {
  receive(request: ReceiveRequest): Promise<ReceiveAnswer>;
  /** Reserves a requisite for an order in the order's own transaction. */
  reserve(tx: Tx, request: Pick<ReceiveRequest, 'orderId' | 'paymentSystem' | 'amount'>): Promise<ReserveAnswer>;
  /** Whether the issued requisite still belongs to the order; guaranteed until the end of the transaction. */
  isStillOffered(tx: Tx, issued: IssuedOffer): Promise<boolean>;
  /** Whether the pool has a requisite for orders of this payment system. */
  check(paymentSystem: PaymentSystem): Promise<RailVerdict>;
}

/** Payouts made by operators: each is a task in a list until an operator records its outcome. */
export interface ManualPaying {
  /** Adds the payout to the list once; a repeat returns its current state. */
  payOut(request: PayOutRequest): Promise<PayoutAnswer>;
  /** The outcome recorded so far. */
  askPayout(reference: string): Promise<PayoutAnswer>;
  /** Removes the task from the list. False: an operator is working on it, or the payout was sent. */
  withdraw(reference: string, outcome: EndOutcome): Promise<boolean>;
  /** Finished payouts not reported yet, oldest first. */
  unreported(): Promise<readonly { readonly reference: string; readonly answer: PayoutAnswer }[]>;
  markReported(reference: string): Promise<void>;
  statement(since: Instant, before?: Instant): Promise<Statement>;
}

/** What the `manual` rail works with; supplied at assembly. */
export interface ManualOperations {
  readonly receiving: ManualReceiving;
  readonly paying: ManualPaying;
}
