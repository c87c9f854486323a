import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#core/order/status.ts';
import sql from 'sql-template-tag';
import { HISTORY_KINDS } from '#contract/office-orders.ts';
import { APPROVAL_KIND_NAMES } from '#core/approval.ts';
import type { Queryable } from '#server/platform/db/db.ts';

export const HistoryRow = z.object({
  kind: z.enum(HISTORY_KINDS),
  at: z.date(),
  name: z.string(),
  status: z.nullable(z.enum(ORDER_STATUSES)),
  actor: z.string(),
  actor_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Minor units of `amount_code`; null where the deed is about no money. */
  amount: z.nullable(z.string()),
  amount_code: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** What was proposed to a second person: its kind, and its amount in whole units where it is about money. */
  proposal: z.nullable(z.enum(APPROVAL_KIND_NAMES)),
  /** What money a proposal is about; null where its kind says it. */
  purpose: z.nullable(z.string()),
  stated_amount: z.nullable(z.string()),
  stated_currency: z.nullable(z.string()),
  outcome: z.nullable(z.enum(['sent', 'not_sent'])),
});
export type HistoryRow = z.output<typeof HistoryRow>;

/**
 * Everything that happened to an order, oldest first: its moves, the deeds of the audit log (a move's own line there says nothing
 * more), the letters to its customer, of which some tell of no state. Of a deed's detail only named members are read: what else
 * it holds stays in the log.
 */
export const listHistory = (db: Queryable, orderId: string): Promise<HistoryRow[]> =>
  db.many(
    HistoryRow,
    sql`
    select 'move' as kind, e.at, e.move as name, e.to_status as status, e.actor, coalesce(u.full_name, u.email) as actor_name, e.note,
      null as amount, null as amount_code, null as reference, null as proposal, null as purpose, null as stated_amount, null as stated_currency, null as outcome,
      e.version as place
    from order_events e left join users u on u.id::text = e.actor_id and u.role <> 'customer'
    where e.order_id = ${orderId}
    union all
    select 'deed', a.at, a.action, null, 'operator', coalesce(u.full_name, u.email), a.detail ->> 'note',
      case when a.detail ->> 'payment_system' is not null then a.detail ->> 'amount' end, a.detail ->> 'payment_system',
      coalesce(a.detail ->> 'reference', a.detail -> 'payload' ->> 'reference'), case when a.action like 'approval.%' then a.detail ->> 'kind' end,
      a.detail -> 'payload' ->> 'purpose', a.detail -> 'payload' ->> 'amount', a.detail -> 'payload' ->> 'currency_iso_code',
      coalesce(a.detail ->> 'outcome', a.detail -> 'payload' ->> 'outcome'), 0
    from audit_log a left join users u on u.id::text = a.actor_id
    where a.subject_type = 'order' and a.subject_id = ${orderId} and a.action is distinct from 'order.' || (a.detail ->> 'move')
    union all
    select 'deed', r.given_at, 'payout.give_correction', null, 'customer', null, null, null, null, null, null, null, null, null, null, 0
    from destination_requests r where r.order_id = ${orderId} and r.given_at is not null
    union all
    select 'deed', h.opened_at, 'order.open_elsewhere', null, 'customer', null, null, null, null, null, null, null, null, null, null, 0
    from order_handovers h where h.order_id = ${orderId} and h.opened_at is not null
    union all
    select 'mail', l.created_at, case when l.sent_at is not null then 'sent' when l.failed_at is not null then 'failed' else 'waiting' end,
      case when l.topic = any(${[...ORDER_STATUSES]}) then l.topic end,
      case when l.topic is null or l.topic = any(${[...ORDER_STATUSES]}) then 'system' else 'operator' end, null, l.failure,
      null, null, null, null, null, null, null, null, 0
    from letters l where l.subjects @> array[${orderId}]::text[]
    union all
    select 'mail', l.created_at, case when l.sent_at is not null then 'sent' when l.failed_at is not null then 'failed' else 'waiting' end,
      null, 'operator', null, l.failure, null, null, null, null, null, null, null, null, 0
    from (select id::text, order_id from customer_messages union all select id::text, order_id from destination_requests) m
      join letters l on l.subjects @> array[m.id] where m.order_id = ${orderId}
    order by at, place`,
  );
