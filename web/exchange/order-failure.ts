import { redirectDocument } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { storeOrderToOpen } from '#web/order/order-to-open.ts';
import type { QuoteResult } from './fetch-quote.ts';
import type { OrderDetails } from './fields.ts';

/** A submission without a response, repeated unchanged so that it creates no second order. */
export interface UnansweredSubmission {
  readonly idempotencyKey: string;
  /** Hidden quote fields of the page, by field name. */
  readonly quoteFields: Readonly<Record<string, string>>;
}

/** Why no order was created. `isSettled`: the API has responded. */
export interface OrderFailure {
  readonly errors: readonly CallError[];
  readonly isSettled: boolean;
  /** For a form sent without scripts: a quote and all input. */
  readonly returnedForm?: {
    readonly quoteResult: QuoteResult;
    readonly details: OrderDetails;
    /** The amount or slot was edited, so the customer has not seen this quote yet. */
    readonly isQuoteUnseen: boolean;
    /** Undefined: the API has responded. */
    readonly unanswered?: UnansweredSubmission;
  };
}

/** Whether the next submission needs another idempotency key. The rate limit refuses before the key is looked up, so the key is kept. */
export const needsNewKey = ({ isSettled, errors }: Pick<OrderFailure, 'isSettled' | 'errors'>): boolean =>
  isSettled && !errors.some(({ code }) => code === 'too_many_requests');

/** Client action: a lost connection becomes an unsettled failure, so that the page and its input stay. */
export async function createOrderFromPage({ serverAction }: { readonly serverAction: () => Promise<unknown> }): Promise<OrderFailure> {
  try {
    return (await serverAction()) as OrderFailure;
  } catch (thrown) {
    if (thrown instanceof Response) throw await withDocumentFallback(thrown);
    return { errors: [], isSettled: false };
  }
}

/** Loads the order page's screen and messages; false: they cannot be loaded. */
const isOrderPageLoaded = (): Promise<boolean> =>
  Promise.all([import('#web/order/OrderPage.tsx'), loadMessages('order', 'status')]).then(
    () => true,
    () => false,
  );

/**
 * The order is created, so the redirect must not fail. Without the order page's scripts the framework would reload an empty form; a
 * document redirect needs none.
 */
async function withDocumentFallback(response: Response): Promise<Response> {
  const location = response.headers.get('location');
  if (location === null) return response;
  if (!(await isOrderPageLoaded())) return redirectDocument(location);
  storeOrderToOpen(location);
  return response;
}

const FIELDS = ['id', 'payment_system_from_id', 'payment_system_to_id', 'income_amount', 'outcome_amount'] as const;
export type OpenOrder = Readonly<Record<(typeof FIELDS)[number], string>>;

const isOpenOrder = (value: unknown): value is OpenOrder =>
  typeof value === 'object' && value !== null && FIELDS.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** The customer's unpaid orders listed in a refusal (domain 5, "Open orders"). */
export function openOrdersIn(errors: readonly CallError[]): readonly OpenOrder[] {
  const refusal = errors.find((error) => error.code === 'too_many_open_orders');
  const orders = refusal?.meta['orders'];
  return Array.isArray(orders) && orders.every(isOpenOrder) ? orders : [];
}
