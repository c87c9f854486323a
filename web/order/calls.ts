import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import {
  acceptRequote,
  cancelOrder,
  confirmPayment,
  getOrder,
  getRequisites,
  giveDestination,
  requestRefund,
  sendCheque,
} from '#contract/public/orders.ts';
import { OrderAttributes } from '#contract/public/order-attributes.ts';
import { EstimateAttributes, type RequoteOptionAttributes } from '#contract/public/requote-attributes.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { subscribeToStream } from '#web/live/shared-stream.ts';
import type { OrderListener, FollowedOrder } from './following.ts';

/* API calls of the order page, loaded after it. */

interface Reading {
  readonly id: string;
  readonly locale: Locale;
  readonly signal?: AbortSignal;
}

export const readOrder = ({ id, locale, signal }: Reading) => call(getOrder, { params: { id }, signal }, browserTransport(locale));

export const readRequisites = ({ id, locale, signal }: Reading) =>
  call(getRequisites, { params: { id }, signal }, browserTransport(locale));

const whose = { order_id: z.string(), locale: z.string(), version: z.number() };
const EVENTS = {
  order: z.object({ ...whose, told: z.object({ data: z.object({ id: z.string(), attributes: OrderAttributes }) }) }),
  estimate: z.object({ ...whose, told: z.object({ estimate: EstimateAttributes }) }),
  refused: z.object({ order_id: z.string() }),
} as const;

/** Follows an order by this browser's shared stream. Returns how to stop. */
export const followOrder = (shown: () => FollowedOrder, { onOrder, onEstimate, onState }: OrderListener): (() => void) =>
  subscribeToStream({
    subject: shown,
    onState,
    onEvent(event, data) {
      const { id, locale } = shown();
      const isOwn = (event: { readonly order_id: string; readonly locale: string }) => event.order_id === id && event.locale === locale;
      const json = parseJson(data);
      if (event === 'order') {
        const message = z.safeParse(EVENTS.order, json);
        if (message.success && isOwn(message.data)) onOrder({ type: 'orders', ...message.data.told.data });
      } else if (event === 'estimate') {
        const message = z.safeParse(EVENTS.estimate, json);
        if (message.success && isOwn(message.data)) onEstimate({ version: message.data.version, estimate: message.data.told.estimate });
      } else if (event === 'refused') {
        // The stream has no access to the order (cookies are blocked): the page polls
        const message = z.safeParse(EVENTS.refused, json);
        if (message.success && message.data.order_id === id) onState(false);
      }
    },
  });

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Common input of an action. */
export interface Acting {
  readonly id: string;
  readonly locale: Locale;
  readonly idempotencyKey: string;
}

export interface Claim {
  readonly invoice_id?: string;
  readonly tx_hash?: string;
}

/** Refund destination, where it is unknown. */
export interface RefundRequest {
  readonly refund_requisites: Readonly<Record<string, string>>;
  readonly no_memo: boolean;
}

/** Corrected destination of a failed payout; `key` is from the e-mail. */
export interface DestinationInput {
  readonly key: string;
  readonly requisites: Readonly<Record<string, string>>;
  readonly no_memo: boolean;
  /** The customer confirmed that it is not the similar destination. */
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

export const requestRefundOf = ({ id, locale, idempotencyKey }: Acting, { refund_requisites, no_memo }: RefundRequest) =>
  call(
    requestRefund,
    { params: { id }, body: { refund_requisites: { ...refund_requisites }, no_memo }, idempotencyKey },
    browserTransport(locale),
  );

export const nameDestination = (
  { id, locale, idempotencyKey }: Acting,
  { key, requisites, no_memo, confirm_lookalike }: DestinationInput,
) =>
  call(
    giveDestination,
    { params: { id }, body: { key, requisites: { ...requisites }, no_memo, confirm_lookalike }, idempotencyKey },
    browserTransport(locale),
  );
