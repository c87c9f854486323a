import type { WebhookTopic } from '#core/webhooks/topic.ts';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/orders.ts';

/** What an event says of its order: nothing of it is a requisite, an address or a name; those are read by `GET /api/v1/orders/{id}`. */
export type WebhookOrder = Pick<
  OrderAttributes,
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

/** The body of a webhook: a JSON:API document of the order as it was when this happened; null in a ping. */
export interface WebhookDocument {
  readonly data: Resource<WebhookOrder> | null;
  readonly meta: {
    /** The same at every attempt and replay: what was seen already is not done again. */
    readonly event_id: string;
    readonly event: WebhookTopic;
    /** 1, 2, 3, ... of one order, whichever events are chosen; 0 in a ping. */
    readonly sequence: number;
    readonly created_at: string;
    readonly sandbox: boolean;
  };
}
