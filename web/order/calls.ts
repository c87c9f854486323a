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
import type { Resource } from '#contract/document.ts';

/* API calls of the order page, loaded after it. */

/** The order version that the page shows. */
export interface FollowedOrder {
  readonly id: string;
  readonly locale: Locale;
  readonly version: number;
}

/** Estimate of a floating order between its versions. */
export interface EstimateUpdate {
  readonly version: number;
  readonly estimate: EstimateAttributes;
}

/** Callbacks for events of one order. */
export interface OrderListener {
  readonly onOrder: (resource: Resource<OrderAttributes>) => void;
  readonly onEstimate: (update: EstimateUpdate) => void;
  readonly onState: (isOpen: boolean) => void;
}

interface OrderRead {
  readonly id: string;
  readonly locale: Locale;
  readonly signal?: AbortSignal;
}

export const readOrder = ({ id, locale, signal }: OrderRead) => call(getOrder, { params: { id }, signal }, browserTransport(locale));

export const readRequisites = ({ id, locale, signal }: OrderRead) =>
  call(getRequisites, { params: { id }, signal }, browserTransport(locale));

/** Fields of every event about an order. */
const subject = { order_id: z.string(), locale: z.string(), version: z.number() };
const EVENT_SCHEMAS = {
  order: z.object({ ...subject, told: z.object({ data: z.object({ id: z.string(), attributes: OrderAttributes }) }) }),
  estimate: z.object({ ...subject, told: z.object({ estimate: EstimateAttributes }) }),
  refused: z.object({ order_id: z.string() }),
} as const;

/** Follows an order by this browser's shared stream. Returns how to stop. */
export const followOrder = (followedOrder: () => FollowedOrder, { onOrder, onEstimate, onState }: OrderListener): (() => void) =>
  subscribeToStream({
    subject: followedOrder,
    onState,
    onEvent(event, data) {
      const { id, locale } = followedOrder();
      const isAboutOrder = (about: { readonly order_id: string; readonly locale: string }) =>
        about.order_id === id && about.locale === locale;
      const json = parseJson(data);
      if (event === 'order') {
        const message = z.safeParse(EVENT_SCHEMAS.order, json);
        if (message.success && isAboutOrder(message.data)) onOrder({ type: 'orders', ...message.data.told.data });
      } else if (event === 'estimate') {
        const message = z.safeParse(EVENT_SCHEMAS.estimate, json);
        if (message.success && isAboutOrder(message.data))
          onEstimate({ version: message.data.version, estimate: message.data.told.estimate });
      } else if (event === 'refused') {
        // The stream has no access to the order (cookies are blocked): the page polls
        const message = z.safeParse(EVENT_SCHEMAS.refused, json);
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
export interface ActionInput {
  readonly id: string;
  readonly locale: Locale;
  readonly idempotencyKey: string;
}

export interface PaymentClaim {
  readonly invoice_id?: string;
  readonly tx_hash?: string;
}

/** Refund destination, where it is unknown. */
export interface RefundRequest {
  readonly refund_requisites: Readonly<Record<string, string>>;
  readonly no_memo: boolean;
}

/** Corrected destination of a failed payout. `key` comes from the e-mail that asked for it. */
export interface DestinationInput {
  readonly key: string;
  readonly requisites: Readonly<Record<string, string>>;
  readonly no_memo: boolean;
  /** The customer confirmed that it is not the similar destination. */
  readonly confirm_lookalike: boolean;
}

export const claimPayment = ({ id, locale, idempotencyKey }: ActionInput, claim: PaymentClaim) =>
  call(confirmPayment, { body: { order_id: id, ...claim }, idempotencyKey }, browserTransport(locale));

export const uploadCheque = ({ id, locale, idempotencyKey }: ActionInput, cheque: File) =>
  call(sendCheque, { params: { id }, files: { cheque }, idempotencyKey }, browserTransport(locale));

export const cancel = ({ id, locale, idempotencyKey }: ActionInput) =>
  call(cancelOrder, { params: { id }, idempotencyKey }, browserTransport(locale));

export const acceptOption = ({ id, locale, idempotencyKey }: ActionInput, { choice, outcome_amount }: RequoteOptionAttributes) =>
  call(
    acceptRequote,
    { params: { id }, body: { choice, expected_outcome_amount: outcome_amount }, idempotencyKey },
    browserTransport(locale),
  );

export const submitRefundRequest = ({ id, locale, idempotencyKey }: ActionInput, { refund_requisites, no_memo }: RefundRequest) =>
  call(
    requestRefund,
    { params: { id }, body: { refund_requisites: { ...refund_requisites }, no_memo }, idempotencyKey },
    browserTransport(locale),
  );

export const submitDestination = (
  { id, locale, idempotencyKey }: ActionInput,
  { key, requisites, no_memo, confirm_lookalike }: DestinationInput,
) =>
  call(
    giveDestination,
    { params: { id }, body: { key, requisites: { ...requisites }, no_memo, confirm_lookalike }, idempotencyKey },
    browserTransport(locale),
  );
