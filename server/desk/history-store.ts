import { ORDER_STATUSES } from '#core/order/status.ts';
import { HISTORY_KINDS } from '#contract/office/orders/order-attributes.ts';
import { APPROVAL_KIND_NAMES } from '#core/staff/approval.ts';
import type { Deps } from '#server/deps.ts';
import { openDetail } from '#server/operators/sealed-detail.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const StoredRow = rowType({
  kind: col.oneOf(HISTORY_KINDS),
  at: col.timestamp,
  name: col.text,
  status: col.nullable(col.oneOf(ORDER_STATUSES)),
  actor: col.text,
  actor_name: col.nullable(col.text),
  note: col.nullable(col.text),
  /** Minor units of `amount_code`; null if no money is involved. */
  amount: col.nullable(col.text),
  amount_code: col.nullable(col.text),
  reference: col.nullable(col.text),
  /** Kind of the approval that was proposed; its amount, in whole units, is `stated_amount`. */
  proposal: col.nullable(col.oneOf(APPROVAL_KIND_NAMES)),
  /** What the money of a proposal is for; null if the kind implies it. */
  purpose: col.nullable(col.text),
  stated_amount: col.nullable(col.text),
  stated_currency: col.nullable(col.text),
  outcome: col.nullable(col.oneOf(['sent', 'not_sent'])),
  /** The audit entry, and its details, which are encrypted in another table. */
  audit_id: col.nullable(col.text),
  digest: col.nullable(col.text),
  words: col.nullable(col.bytes),
  key_sealed: col.nullable(col.bytes),
});
type StoredRow = RowOf<typeof StoredRow>;
export type HistoryRow = Omit<StoredRow, 'audit_id' | 'digest' | 'words' | 'key_sealed'>;

function withNote(secrets: Deps['secrets'], { audit_id: id, digest, words, key_sealed: sealed, ...row }: StoredRow): HistoryRow {
  if (id === null || digest === null) return row;
  const { note } = openDetail(secrets, { id, detail: { words_digest: digest }, words, key_sealed: sealed });
  return { ...row, note: typeof note === 'string' ? note : null };
}

/**
 * All events of an order, oldest first: moves, audit entries (without those that repeat a move) and
 * mails to its customer. Of an entry's detail only these members are read.
 */
export const listHistory = async ({ secrets }: Pick<Deps, 'secrets'>, db: Queryable, orderId: string): Promise<HistoryRow[]> =>
  (await listStoredRows(db, orderId)).map((row) => withNote(secrets, row));

const NO_SEALED_DETAIL = sql`null::uuid as audit_id, null as digest, null::bytea as words, null::bytea as key_sealed`;

const listStoredRows = (db: Queryable, orderId: string): Promise<StoredRow[]> =>
  db.many(
    StoredRow,
    sql`
    select 'move' as kind, e.at, e.move as name, e.to_status as status, e.actor, coalesce(u.full_name, u.email) as actor_name,
      nullif(e.note, '') as note,
      null as amount, null as amount_code, null as reference, null as proposal, null as purpose, null as stated_amount,
        null as stated_currency, null as outcome,
      ${NO_SEALED_DETAIL}, e.version as place
    from order_events e left join users u on u.id::text = e.actor_id and u.role <> 'customer'
    where e.order_id = ${orderId}
    union all
    select 'deed', a.at, a.action, null, 'operator', coalesce(u.full_name, u.email), a.detail ->> 'note',
      case when a.detail ->> 'payment_system' is not null then a.detail ->> 'amount' end, a.detail ->> 'payment_system',
      coalesce(a.detail ->> 'reference', a.detail -> 'payload' ->> 'reference'), case when a.action like 'approval.%'
        then a.detail ->> 'kind' end,
      a.detail -> 'payload' ->> 'purpose', a.detail -> 'payload' ->> 'amount', a.detail -> 'payload' ->> 'currency_iso_code',
      coalesce(a.detail ->> 'outcome', a.detail -> 'payload' ->> 'outcome'),
      a.id, a.detail ->> 'words_digest', w.words, k.key_sealed, 0
    from audit_log a left join users u on u.id::text = a.actor_id left join audit_words w on w.audit_id = a.id
      left join audit_keys k on k.subject_type = w.subject_type and k.subject_id = w.subject_id
    where a.subject_type = 'order' and a.subject_id = ${orderId} and a.action is distinct from 'order.' || (a.detail ->> 'move')
    union all
    select 'deed', r.given_at, 'payout.give_correction', null, 'customer', null, null, null, null, null, null, null, null, null, null,
      ${NO_SEALED_DETAIL}, 0
    from destination_requests r where r.order_id = ${orderId} and r.given_at is not null
    union all
    select 'deed', h.opened_at, 'order.open_elsewhere', null, 'customer', null, null, null, null, null, null, null, null, null, null,
      ${NO_SEALED_DETAIL}, 0
    from order_handovers h where h.order_id = ${orderId} and h.opened_at is not null
    union all
    select 'mail', l.created_at, case when l.sent_at is not null then 'sent' when l.failed_at is not null then 'failed' else 'waiting' end,
      case when l.topic = any(${[...ORDER_STATUSES]}) then l.topic end,
      case when l.topic is null or l.topic = any(${[...ORDER_STATUSES]}) then 'system' else 'operator' end, null, l.failure,
      null, null, null, null, null, null, null, null, ${NO_SEALED_DETAIL}, 0
    from letters l where l.subjects @> array[${orderId}]::text[]
    union all
    select 'mail', l.created_at, case when l.sent_at is not null then 'sent' when l.failed_at is not null then 'failed' else 'waiting' end,
      null, 'operator', null, l.failure, null, null, null, null, null, null, null, null, ${NO_SEALED_DETAIL}, 0
    from (select id::text, order_id from customer_messages union all select id::text, order_id from destination_requests) m
      join letters l on l.subjects @> array[m.id] where m.order_id = ${orderId}
    order by at, place`,
  );
