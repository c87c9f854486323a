import type { CHAT_LISTS } from '#contract/office/customers/chat.ts';
import { may, OPERATOR_ROLES } from '#core/access/access.ts';
import { isNumbered } from '#server/orders/has-number.ts';
import {
  col,
  empty,
  escapeLike,
  extendRow,
  join,
  type Queryable,
  type RowOf,
  rowType,
  sql,
  type Sql,
  type Tx,
} from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { ThreadRow } from './store.ts';

/** The order that the thread belongs to or that was named last. */
const ABOUT_ORDER = sql`coalesce(t.order_id,
  (select about_order from chat_messages m where m.thread_id = t.id and about_order is not null order by nr desc limit 1))`;
const CUSTOMER_ID = sql`coalesce(
  (select customer_id from customer_orders c where c.order_id = t.order_id),
  (select customer_id from customer_users c where c.user_id = t.user_id))`;
const UNREAD = sql`(
  select count(*)::int from chat_messages m where m.thread_id = t.id and m.author = 'customer' and m.nr > t.read_by_office)`;

export const OfficeThreadRow = extendRow(
  ThreadRow,
  {
    order_email: col.computed(col.nullable(col.text), sql`o.email`),
    user_email: col.computed(col.nullable(col.text), sql`u.email`),
    customer_name: col.computed(col.nullable(col.text), sql`coalesce(u.full_name, (select full_name from users b where b.id = o.user_id))`),
    about_order: col.computed(col.nullable(col.text), ABOUT_ORDER),
    customer_id: col.computed(col.nullable(col.text), CUSTOMER_ID),
    assigned_name: col.computed(col.nullable(col.text), sql`assigned.name`),
    typing_by: col.nullable(col.text),
    typing_name: col.computed(col.nullable(col.text), sql`typing.name`),
    typing_until: col.nullable(col.timestamp),
    unread: col.computed(col.number, UNREAD),
    last_text: col.computed(col.nullable(col.text), sql`last.text`),
    last_author: col.computed(col.nullable(col.oneOf(['customer', 'operator', 'system'])), sql`last.author`),
  },
  't',
);
export type OfficeThreadRow = RowOf<typeof OfficeThreadRow>;

const sourceOf = (threads: Sql): Sql => sql`${threads} t
  left join orders o on o.id = t.order_id left join users u on u.id = t.user_id
  left join lateral (select coalesce(full_name, email) as name from users a where a.id = t.assigned_to) assigned on true
  left join lateral (select coalesce(full_name, email) as name from users a where a.id = t.typing_by) typing on true
  left join lateral (
    select case when m.withdrawn_at is null then left(m.text, 400) else '' end as text, m.author from chat_messages m
      where m.nr = t.last_nr) last on true`;
const source = sourceOf(sql`chat_threads`);

export interface ThreadFilter {
  readonly list: (typeof CHAT_LISTS)[number];
  readonly operatorId: string;
  readonly orderId?: string | undefined;
  readonly q?: string | undefined;
}

const HAS_MESSAGES = sql`t.last_nr > 0`;
const listConditions = (operatorId: string): Readonly<Record<ThreadFilter['list'], Sql>> => ({
  waiting: sql`t.state = 'waiting'`,
  mine: sql`t.assigned_to = ${operatorId}::uuid and t.state <> 'closed'`,
  unassigned: sql`t.assigned_to is null and t.state <> 'closed' and ${HAS_MESSAGES}`,
  closed: sql`t.state = 'closed'`,
  all: HAS_MESSAGES,
});

/** Shorter parts of a text are not found by the index. */
const GRAM_LENGTH = 3;

const partOf = (q: string): string => `%${escapeLike(q)}%`;

/** SQL: a message of the thread has the text, found by the index of all messages. */
function hasMessage(q: string): Sql {
  const hasGrams = q.length < GRAM_LENGTH ? empty : sql`text_grams(m.text) @> text_grams(${q}) and`;
  return sql`exists (select from chat_messages m where m.thread_id = t.id and ${hasGrams} m.text ilike ${partOf(q)})`;
}

/** SQL: as `hasMessage`, for few threads: reads their messages. `exists` could be planned as a search through all messages. */
const hasMessageItself = (q: string): Sql =>
  sql`(select true from chat_messages m where m.thread_id = t.id and m.text ilike ${partOf(q)} limit 1) is not null`;

const matchesText = (q: string, isInMessages: Sql): Sql => sql`
  (t.order_id ilike ${`${escapeLike(q)}%`} or o.email ilike ${partOf(q)} or u.email ilike ${partOf(q)} or t.email ilike ${partOf(q)}
    or ${isNumbered(sql`t.order_id`, q) ?? sql`false`} or ${isInMessages})`;

function conditionsOf({ list, operatorId, orderId, q = '' }: ThreadFilter): Sql {
  const text = q.trim();
  return join(
    [
      listConditions(operatorId)[list],
      ...(orderId === undefined ? [] : [sql`t.order_id = ${orderId}`]),
      ...(text === '' ? [] : [matchesText(text, hasMessage(text))]),
    ],
    ' and ',
  );
}

const SORTABLE = {
  last_at: { column: sql`t.last_at`, type: 'timestamptz' },
  unanswered_since: { column: sql`t.unanswered_since`, type: 'timestamptz', isNullable: true },
} as const satisfies Record<string, SortKey>;
/** Longest unanswered first, then latest message first. */
const DEFAULT_SORT: readonly SortKey[] = [
  SORTABLE.unanswered_since,
  { ...SORTABLE.last_at, isDescending: true },
  { column: sql`t.id`, type: 'uuid' },
];

export async function listThreads(db: Queryable, filter: ThreadFilter, page: PageRequest): Promise<ListPage<OfficeThreadRow>> {
  const list = { row: OfficeThreadRow, source, where: conditionsOf(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, DEFAULT_SORT) });
}

export const countThreads = (db: Queryable, filter: ThreadFilter, limit?: number): Promise<number> =>
  countUpTo(db, sql`from ${source} where ${conditionsOf(filter)}`, limit);

const SumsRow = rowType({ waiting: col.number, mine: col.number, late: col.number });

/** Counts for the menu. */
export const readWaitingCounts = async (db: Queryable, operatorId: string, now: Date): Promise<RowOf<typeof SumsRow>> =>
  await db.one(
    SumsRow,
    sql`
    select count(*)::int as waiting, count(*) filter (where assigned_to = ${operatorId}::uuid)::int as mine,
      count(*) filter (where due_at < ${now})::int as late
    from chat_threads where state = 'waiting'`,
  );

export const findOfficeThread = async (db: Queryable, id: string): Promise<OfficeThreadRow | undefined> =>
  await db.maybe(OfficeThreadRow, sql`select ${OfficeThreadRow.list} from ${source} where t.id::text = ${id}`);

const OtherRow = rowType({ id: col.text, order_id: col.nullable(col.text), last_at: col.timestamp });

/** Other threads of the same customer. */
export const listOtherThreads = async (db: Queryable, threadId: string, customerId: string): Promise<RowOf<typeof OtherRow>[]> =>
  await db.many(
    OtherRow,
    sql`
    select t.id, t.order_id, t.last_at from chat_threads t
    where t.id <> ${threadId}::uuid and t.last_nr > 0 and (
      t.order_id in (select order_id from customer_orders where customer_id = ${customerId})
      or t.user_id in (select user_id from customer_users where customer_id = ${customerId}))
    order by t.last_at desc limit 10`,
  );

const NoteRow = rowType({ id: col.text, author: col.text, text: col.text, at: col.timestamp });

export const listNotes = async (db: Queryable, threadId: string): Promise<RowOf<typeof NoteRow>[]> =>
  await db.many(
    NoteRow,
    sql`
    select n.id, coalesce(u.full_name, u.email) as author, n.text, n.at from chat_notes n join users u on u.id = n.author_id
    where n.thread_id = ${threadId} order by n.at limit 200`,
  );

export const insertNote = async (
  tx: Tx,
  note: { readonly id: string; readonly threadId: string; readonly authorId: string; readonly text: string; readonly now: Date },
): Promise<number> =>
  await tx.run(
    sql`insert into chat_notes (id, thread_id, author_id, text, at)
      values (${note.id}, ${note.threadId}, ${note.authorId}, ${note.text}, ${note.now})`,
  );

const NameRow = rowType({ name: col.text });

/** Name of another operator who answered after a message; undefined: none. */
export const findAnswererSince = async (db: Queryable, threadId: string, seenNr: number, operatorId: string): Promise<string | undefined> =>
  (
    await db.maybe(
      NameRow,
      sql`
      select coalesce(u.full_name, u.email) as name from chat_messages m join users u on u.id = m.operator_id
      where m.thread_id = ${threadId} and m.nr > ${seenNr} and m.operator_id <> ${operatorId}::uuid order by m.nr desc limit 1`,
    )
  )?.name;

/** Updates the thread for an answer; the first to answer an unassigned thread gets it. */
export const saveAnswer = async (
  tx: Tx,
  { threadId, nr, operatorId, now }: { readonly threadId: string; readonly nr: number; readonly operatorId: string; readonly now: Date },
): Promise<number> =>
  await tx.run(sql`
    update chat_threads set state = 'answered', unanswered_since = null, due_at = null, last_at = ${now}, last_nr = ${nr},
      read_by_office = ${nr},
      assigned_to = coalesce(assigned_to, ${operatorId}::uuid), assigned_at = coalesce(assigned_at, ${now}),
      typing_by = case when typing_by = ${operatorId}::uuid then null else typing_by end
    where id = ${threadId}`);

export const saveReadByOffice = async (tx: Tx, threadId: string, upToNr: number): Promise<number> =>
  await tx.run(sql`
    update chat_threads set read_by_office = least(${upToNr}::bigint, last_nr)
      where id::text = ${threadId} and read_by_office < least(${upToNr}::bigint, last_nr)`);

export const saveAssigned = async (tx: Tx, threadId: string, operatorId: string | null, now: Date): Promise<number> =>
  await tx.run(sql`
    update chat_threads set assigned_to = ${operatorId}::uuid, assigned_at = ${operatorId === null ? null : now} where id = ${threadId}`);

export const saveClosed = async (tx: Tx, threadId: string): Promise<number> =>
  await tx.run(
    sql`update chat_threads set state = 'closed', unanswered_since = null, due_at = null where id = ${threadId} and state <> 'closed'`,
  );

/** Stores who is typing, and until when. */
export const saveTyping = async (tx: Tx, threadId: string, operatorId: string, until: Date): Promise<number> =>
  await tx.run(sql`update chat_threads set typing_by = ${operatorId}::uuid, typing_until = ${until} where id::text = ${threadId}`);

/** Withdraws an operator's own message newer than `since`; 0 for any other. */
export const saveWithdrawn = async (
  tx: Tx,
  withdrawal: { readonly id: string; readonly operatorId: string; readonly since: Date; readonly now: Date },
): Promise<number> =>
  await tx.run(sql`
    update chat_messages set withdrawn_at = ${withdrawal.now}
    where id::text = ${withdrawal.id} and operator_id = ${withdrawal.operatorId}::uuid and at > ${withdrawal.since}
    and withdrawn_at is null`);

/** A frequent text is found in the newest threads; the index would give most messages. */
const NEWEST_THREADS = 300;

/** The newest threads that match a text. */
export async function findThreads(db: Queryable, text: string, limit: number): Promise<OfficeThreadRow[]> {
  const matching = (threads: Sql, isInMessages: Sql) => sql`
    select ${OfficeThreadRow.list} from ${sourceOf(threads)} where ${HAS_MESSAGES} and ${matchesText(text, isInMessages)}
    order by t.last_at desc, t.id limit ${limit}`;
  const newest = sql`(select * from chat_threads t where ${HAS_MESSAGES} order by last_at desc, id limit ${NEWEST_THREADS})`;
  const found = await db.many(OfficeThreadRow, matching(newest, hasMessageItself(text)));
  return found.length === limit ? found : await db.many(OfficeThreadRow, matching(sql`chat_threads`, hasMessage(text)));
}

const AnswererRow = rowType({ id: col.text, name: col.text });
const ANSWERERS = OPERATOR_ROLES.filter((role) => may(role, 'answer_chat'));

/** Operators who may answer customers. */
export const listAnswerers = async (db: Queryable): Promise<RowOf<typeof AnswererRow>[]> =>
  await db.many(
    AnswererRow,
    sql`
    select id, coalesce(full_name, email) as name from users
    where role = any(${[...ANSWERERS]}::text[]) and disabled_at is null order by 2 limit 100`,
  );
