import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type {
  GivenOffer,
  PayoutAnswer,
  PayOutRequest,
  RailVerdict,
  ReceiveAnswer,
  ReceiveRequest,
  Statement,
  TakeAnswer,
} from '#server/adapters/rails/port.ts';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Where people receive: the pool of requisites (domain 10). Idempotent by order. */
export interface ReceivingPeople {
  give(request: ReceiveRequest): Promise<ReceiveAnswer>;
  /** Takes a requisite for an order in the order's own transaction. */
  take(tx: Tx, request: Pick<ReceiveRequest, 'orderId' | 'paymentSystem' | 'amount'>): Promise<TakeAnswer>;
  /** Whether what an order was given is still its to be shown; it stays so until the transaction ends. */
  stands(tx: Tx, given: GivenOffer): Promise<boolean>;
  /** Whether an order of this payment system would find something to be paid to. */
  check(paymentSystem: PaymentSystem): Promise<RailVerdict>;
}

/** People who pay: what they are asked to do waits in their list until one of them says what became of it. */
export interface PayingPeople {
  /** Puts a payout into the list, once; what is known of it where it is there already. */
  ask(request: PayOutRequest): Promise<PayoutAnswer>;
  /** What people have said of it so far. */
  answerOf(reference: string): Promise<PayoutAnswer>;
  /** Takes it off the list. False: somebody has it in hand, or it was sent. */
  withdraw(reference: string): Promise<boolean>;
  /** What has ended and was not told yet, oldest first. */
  news(): Promise<readonly { readonly reference: string; readonly answer: PayoutAnswer }[]>;
  markTold(reference: string): Promise<void>;
  statement(since: Instant): Promise<Statement>;
}

/** The world behind the `manual` rail; given at assembly. */
export interface ManualPeople {
  readonly receiving: ReceivingPeople;
  readonly paying: PayingPeople;
}
