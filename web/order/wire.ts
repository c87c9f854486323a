import * as z from 'zod/mini';
import { call, urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import {
  acceptRequote,
  cancelOrder,
  confirmPayment,
  getOrder,
  getRequisites,
  giveDestination,
  OrderAttributes,
  orderEvents,
  requestRefund,
  sendCheque,
} from '#contract/orders.ts';
import { EstimateAttributes, type RequoteOptionAttributes } from '#contract/requote-attributes.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';

/*
 * Everything that an open order's page says to the API. It comes after the page, which shows what it was served with until then.
 */

interface Reading {
  readonly id: string;
  readonly locale: Locale;
  readonly signal?: AbortSignal;
}

export const readOrder = ({ id, locale, signal }: Reading) => call(getOrder, { params: { id }, signal }, browserTransport(locale));

export const readRequisites = ({ id, locale, signal }: Reading) =>
  call(getRequisites, { params: { id }, signal }, browserTransport(locale));

/** The address of an order's live stream. */
export const eventsOf = ({ id, locale }: Reading): string => urlOf(orderEvents, { params: { id }, query: { locale } });

const Event = z.object({ data: z.object({ id: z.string(), attributes: OrderAttributes }) });

/** The order that an event of the stream tells; undefined where it tells something else. */
export function orderIn(text: unknown): Resource<OrderAttributes> | undefined {
  const parsed = z.safeParse(Event, parseJson(text));
  return parsed.success ? { type: 'orders', ...parsed.data.data } : undefined;
}

const EstimateEvent = z.object({ estimate: EstimateAttributes });

/** What an event of the stream says that a floating order would pay now; undefined where it says something else. */
export function estimateIn(text: unknown): EstimateAttributes | undefined {
  const parsed = z.safeParse(EstimateEvent, parseJson(text));
  return parsed.success ? parsed.data.estimate : undefined;
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** One action on an order; the key is kept until it is answered. */
export interface Acting {
  readonly id: string;
  readonly locale: Locale;
  readonly idempotencyKey: string;
}

export interface Claim {
  readonly invoice_id?: string;
  readonly tx_hash?: string;
}

/** Where the money goes back to, when we have to ask. */
export interface RefundRequest {
  readonly refund_requisites: Readonly<Record<string, string>>;
  readonly no_memo: boolean;
}

/** Where a payout that failed goes instead, with the key of the letter that asked. */
export interface GivenDestination {
  readonly key: string;
  readonly requisites: Readonly<Record<string, string>>;
  readonly no_memo: boolean;
  /** It was compared with the one that it looks like. */
  readonly confirm_lookalike: boolean;
}

export const claimPayment = ({ id, locale, idempotencyKey }: Acting, claim: Claim) =>
  call(confirmPayment, { body: { order_id: id, ...claim }, idempotencyKey }, browserTransport(locale));

export const attachCheque = ({ id, locale, idempotencyKey }: Acting, cheque: File) =>
  call(sendCheque, { params: { id }, files: { cheque }, idempotencyKey }, browserTransport(locale));

export const cancel = ({ id, locale, idempotencyKey }: Acting) =>
  call(cancelOrder, { params: { id }, idempotencyKey }, browserTransport(locale));

export const takeOption = ({ id, locale, idempotencyKey }: Acting, { choice, outcome_amount }: RequoteOptionAttributes) =>
  call(
    acceptRequote,
    { params: { id }, body: { choice, expected_outcome_amount: outcome_amount }, idempotencyKey },
    browserTransport(locale),
  );

export const askRefund = ({ id, locale, idempotencyKey }: Acting, { refund_requisites, no_memo }: RefundRequest) =>
  call(
    requestRefund,
    { params: { id }, body: { refund_requisites: { ...refund_requisites }, no_memo }, idempotencyKey },
    browserTransport(locale),
  );

export const nameDestination = (
  { id, locale, idempotencyKey }: Acting,
  { key, requisites, no_memo, confirm_lookalike }: GivenDestination,
) =>
  call(
    giveDestination,
    { params: { id }, body: { key, requisites: { ...requisites }, no_memo, confirm_lookalike }, idempotencyKey },
    browserTransport(locale),
  );
