import type { WebhookTopic } from '#core/webhooks/webhook.ts';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';

/** Order data of an event, without requisites, addresses or names; read those by `GET /api/v1/orders/{id}`. */
export type WebhookOrder = Pick<
  OrderAttributes,
  | 'number'
  | 'status'
  | 'status_group'
  | 'version'
  | 'income_amount'
  | 'outcome_amount'
  | 'rate'
  | 'rate_type'
  | 'eta_minutes'
  | 'median_minutes'
  | 'payout_promise'
  | 'payout_overdue_since'
  | 'paid_by_people'
  | 'is_demo'
  | 'payment_system_from_id'
  | 'payment_system_to_id'
  | 'created_at'
  | 'expires_at'
  | 'rate_locked_until'
  | 'confirmations'
  | 'required_confirmations'
  | 'refund'
  | 'received_amount'
  | 'surplus_amount'
  | 'surplus_returned_amount'
  | 'income_tx'
  | 'outcome_tx'
  | 'requote'
  | 'receipt_url'
>;

/** Body of a webhook: a JSON:API document of the order at the time of the event; null for a ping. */
export interface WebhookDocument {
  readonly data: Resource<WebhookOrder> | null;
  readonly meta: {
    /** The same for every attempt and replay, for deduplication. */
    readonly event_id: string;
    readonly event: WebhookTopic;
    /** 1, 2, 3, ... per order, over all event types; 0 for a ping. */
    readonly sequence: number;
    readonly created_at: string;
    readonly sandbox: boolean;
  };
}
