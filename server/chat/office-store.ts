import sql, { join, type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import type { CHAT_LISTS } from '#contract/office-chat.ts';
import { may, OPERATOR_ROLES } from '#core/access.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import type { Page } from '#server/platform/http/page-of.ts';
import { ThreadRow, threadColumns } from './store.ts';

export const OfficeThreadRow = z.extend(ThreadRow, {
  order_email: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  customer_name: z.nullable(z.string()),
  about_order: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
  assigned_name: z.nullable(z.string()),
  typing_by: z.nullable(z.string()),
  typing_name: z.nullable(z.string()),
  typing_until: z.nullable(z.date()),
  unread: z.number(),
  last_text: z.nullable(z.string()),
  last_author: z.nullable(z.enum(['customer', 'operator', 'system'])),
});
export type OfficeThreadRow = z.output<typeof OfficeThreadRow>;

const columns = sql`${threadColumns}, o.email as order_email, u.email as user_email,
  coalesce(u.full_name, (select full_name from users b where b.id = o.user_id)) as customer_name, assigned.name as assigned_name, typing.name as typing_name,
  t.typing_by, t.typing_until, last.text as last_text, last.author as last_author,
  coalesce(t.order_id, (select about_order from chat_messages m where m.thread_id = t.id and about_order is not null order by nr desc limit 1)) as about_order,
  coalesce(
    (select customer_id from customer_orders c where c.order_id = t.order_id),
    (select customer_id from customer_users c where c.user_id = t.user_id)) as customer_id,
  (select count(*)::int from chat_messages m where m.thread_id = t.id and m.author = 'customer' and m.nr > t.read_by_office) as unread`;
const source = sql`chat_threads t
  left join orders o on o.id = t.order_id left join users u on u.id = t.user_id
  left join lateral (select coalesce(full_name, email) as name from users a where a.id = t.assigned_to) assigned on true
  left join lateral (select coalesce(full_name, email) as name from users a where a.id = t.typing_by) typing on true
  left join lateral (
    select case when m.withdrawn_at is null then left(m.text, 400) else '' end as text, m.author from chat_messages m where m.nr = t.last_nr) last on true`;

export interface WantedThreads {
  readonly list: (typeof CHAT_LISTS)[number];
  readonly operatorId: string;
  readonly orderId?: string | undefined;
  readonly q?: string | undefined;
}

const SAID = sql`t.last_nr > 0`;
const whichOf = (operatorId: string): Readonly<Record<WantedThreads['list'], Sql>> => ({
  waiting: sql`t.state = 'waiting'`,
  mine: sql`t.assigned_to = ${operatorId}::uuid and t.state <> 'closed'`,
  unassigned: sql`t.assigned_to is null and t.state <> 'closed' and ${SAID}`,
  closed: sql`t.state = 'closed'`,
  all: SAID,
});

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const foundBy = (q: string): Sql => {
  const part = `%${escaped(q)}%`;
  return sql`(t.order_id ilike ${`${escaped(q)}%`} or o.email ilike ${part} or u.email ilike ${part} or t.email ilike ${part}
    or exists (select from chat_messages m where m.thread_id = t.id and m.text ilike ${part}))`;
};

function conditionsOf({ list, operatorId, orderId, q = '' }: WantedThreads): Sql {
  const text = q.trim();
  return join(
    [whichOf(operatorId)[list], ...(orderId === undefined ? [] : [sql`t.order_id = ${orderId}`]), ...(text === '' ? [] : [foundBy(text)])],
    ' and ',
  );
}

const SORTABLE = {
  last_at: { column: sql`t.last_at`, type: 'timestamptz' },
  unanswered_since: { column: sql`t.unanswered_since`, type: 'timestamptz', isNullable: true },
} as const satisfies Record<string, SortKey>;
/** Who has waited longest stands first, then what was said last. */
const OWN_ORDER: readonly SortKey[] = [
  SORTABLE.unanswered_since,
  { ...SORTABLE.last_at, isDescending: true },
  { column: sql`t.id`, type: 'uuid' },
];

export async function listThreads(db: Queryable, wanted: WantedThreads, page: Page): Promise<Part<OfficeThreadRow>> {
  const list = { row: OfficeThreadRow, columns, source, where: conditionsOf(wanted) };
  return await readPart(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, OWN_ORDER) });
}

export const countThreads = (db: Queryable, wanted: WantedThreads, most?: number): Promise<number> =>
  countUpTo(db, sql`from ${source} where ${conditionsOf(wanted)}`, most);

const SumsRow = z.object({ waiting: z.number(), mine: z.number(), late: z.number() });

/** What the menu tells. */
export const countWaiting = async (db: Queryable, operatorId: string, now: Date): Promise<z.output<typeof SumsRow>> =>
  await db.one(
    SumsRow,
    sql`
    select count(*)::int as waiting, count(*) filter (where assigned_to = ${operatorId}::uuid)::int as mine,
      count(*) filter (where due_at < ${now})::int as late
    from chat_threads where state = 'waiting'`,
  );

export const findOfficeThread = async (db: Queryable, id: string): Promise<OfficeThreadRow | undefined> =>
  await db.maybe(OfficeThreadRow, sql`select ${columns} from ${source} where t.id::text = ${id}`);

const OtherRow = z.object({ id: z.string(), order_id: z.nullable(z.string()), last_at: z.date() });

/** Other talks of the customer that a thread is of. */
export const listOthers = async (db: Queryable, threadId: string, customerId: string): Promise<z.output<typeof OtherRow>[]> =>
  await db.many(
    OtherRow,
    sql`
    select t.id, t.order_id, t.last_at from chat_threads t
    where t.id <> ${threadId}::uuid and t.last_nr > 0 and (
      t.order_id in (select order_id from customer_orders where customer_id = ${customerId})
      or t.user_id in (select user_id from customer_users where customer_id = ${customerId}))
    order by t.last_at desc limit 10`,
  );

const NoteRow = z.object({ id: z.string(), author: z.string(), text: z.string(), at: z.date() });

export const listNotes = async (db: Queryable, threadId: string): Promise<z.output<typeof NoteRow>[]> =>
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
    sql`insert into chat_notes (id, thread_id, author_id, text, at) values (${note.id}, ${note.threadId}, ${note.authorId}, ${note.text}, ${note.now})`,
  );

const AnyRow = z.object({ name: z.string() });

/** Who has answered after a message, somebody else than this operator; undefined: nobody. */
export const findAnswererSince = async (db: Queryable, threadId: string, seen: number, operatorId: string): Promise<string | undefined> =>
  (
    await db.maybe(
      AnyRow,
      sql`
      select coalesce(u.full_name, u.email) as name from chat_messages m join users u on u.id = m.operator_id
      where m.thread_id = ${threadId} and m.nr > ${seen} and m.operator_id <> ${operatorId}::uuid order by m.nr desc limit 1`,
    )
  )?.name;

/** What an answer makes of its thread: whoever answers first has it in hand. */
export const saveAnswer = async (
  tx: Tx,
  { threadId, nr, operatorId, now }: { readonly threadId: string; readonly nr: number; readonly operatorId: string; readonly now: Date },
): Promise<number> =>
  await tx.run(sql`
    update chat_threads set state = 'answered', unanswered_since = null, due_at = null, last_at = ${now}, last_nr = ${nr}, read_by_office = ${nr},
      assigned_to = coalesce(assigned_to, ${operatorId}::uuid), assigned_at = coalesce(assigned_at, ${now}),
      typing_by = case when typing_by = ${operatorId}::uuid then null else typing_by end
    where id = ${threadId}`);

export const saveReadByOffice = async (tx: Tx, threadId: string, upTo: number): Promise<number> =>
  await tx.run(sql`
    update chat_threads set read_by_office = least(${upTo}::bigint, last_nr) where id::text = ${threadId} and read_by_office < least(${upTo}::bigint, last_nr)`);

export const saveAssigned = async (tx: Tx, threadId: string, operatorId: string | null, now: Date): Promise<number> =>
  await tx.run(sql`
    update chat_threads set assigned_to = ${operatorId}::uuid, assigned_at = ${operatorId === null ? null : now} where id = ${threadId}`);

export const saveClosed = async (tx: Tx, threadId: string): Promise<number> =>
  await tx.run(
    sql`update chat_threads set state = 'closed', unanswered_since = null, due_at = null where id = ${threadId} and state <> 'closed'`,
  );

/** Notes who writes; 0 where he is known to. */
export const saveTyping = async (tx: Tx, threadId: string, operatorId: string, until: Date): Promise<number> =>
  await tx.run(sql`update chat_threads set typing_by = ${operatorId}::uuid, typing_until = ${until} where id::text = ${threadId}`);

/** One's own word that is not older than `since`; 0 for any other. */
export const saveWithdrawn = async (
  tx: Tx,
  word: { readonly id: string; readonly operatorId: string; readonly since: Date; readonly now: Date },
): Promise<number> =>
  await tx.run(sql`
    update chat_messages set withdrawn_at = ${word.now}
    where id::text = ${word.id} and operator_id = ${word.operatorId}::uuid and at > ${word.since} and withdrawn_at is null`);

/** The newest talks that a text is found in. */
export const findThreads = async (db: Queryable, text: string, most: number): Promise<OfficeThreadRow[]> =>
  await db.many(
    OfficeThreadRow,
    sql`select ${columns} from ${source} where ${SAID} and ${foundBy(text)} order by t.last_at desc limit ${most}`,
  );

const AnswererRow = z.object({ id: z.string(), name: z.string() });
const ANSWERERS = OPERATOR_ROLES.filter((role) => may(role, 'answer_chat'));

/** Everybody who may answer customers. */
export const listAnswerers = async (db: Queryable): Promise<z.output<typeof AnswererRow>[]> =>
  await db.many(
    AnswererRow,
    sql`
    select id, coalesce(full_name, email) as name from users
    where role = any(${[...ANSWERERS]}::text[]) and disabled_at is null order by 2 limit 100`,
  );
