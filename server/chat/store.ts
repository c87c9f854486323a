import { CHAT_FILE_TYPES, CHAT_STATES } from '#contract/public/chat.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

export const ThreadRow = rowType(
  {
    id: col.text,
    order_id: col.nullable(col.text),
    user_id: col.nullable(col.text),
    guest_hash: col.nullable(col.text),
    telegram_chat: col.nullable(col.text),
    state: col.oneOf(CHAT_STATES),
    locale: col.oneOf(LOCALES),
    email: col.nullable(col.text),
    answer_to_telegram: col.nullable(col.text),
    created_at: col.timestamp,
    last_at: col.timestamp,
    last_nr: col.safeInteger,
    unanswered_since: col.nullable(col.timestamp),
    due_at: col.nullable(col.timestamp),
    read_by_customer: col.safeInteger,
    read_by_office: col.safeInteger,
    assigned_to: col.nullable(col.text),
  },
  't',
);
export type ThreadRow = RowOf<typeof ThreadRow>;

export const MessageRow = rowType(
  {
    nr: col.safeInteger,
    id: col.text,
    thread_id: col.text,
    author: col.oneOf(['customer', 'operator', 'system']),
    operator_id: col.nullable(col.text),
    operator_name: col.computed(col.nullable(col.text), sql`u.full_name`),
    via: col.oneOf(['site', 'telegram']),
    text: col.text,
    about_order: col.nullable(col.text),
    at: col.timestamp,
    withdrawn_at: col.nullable(col.timestamp),
    file_id: col.nullable(col.text),
    file_type: col.nullable(col.oneOf(CHAT_FILE_TYPES)),
    file_size: col.nullable(col.number),
  },
  'm',
);
export type MessageRow = RowOf<typeof MessageRow>;

const messages = sql`chat_messages m left join users u on u.id = m.operator_id`;

/** The owner of a thread is exactly one of these. */
export type ThreadKey =
  | { readonly orderId: string }
  | { readonly userId: string }
  | { readonly guestHash: string }
  | { readonly telegramChat: string };

function ownedBy(key: ThreadKey): Sql {
  if ('orderId' in key) return sql`t.order_id = ${key.orderId}`;
  if ('userId' in key) return sql`t.user_id = ${key.userId}::uuid`;
  if ('guestHash' in key) return sql`t.guest_hash = ${key.guestHash}`;
  return sql`t.telegram_chat = ${key.telegramChat}`;
}

export const findByKey = async (db: Queryable, key: ThreadKey): Promise<ThreadRow | undefined> =>
  await db.maybe(ThreadRow, sql`select ${ThreadRow.list} from chat_threads t where ${ownedBy(key)}`);

export const findThread = async (db: Queryable, id: string): Promise<ThreadRow | undefined> =>
  await db.maybe(ThreadRow, sql`select ${ThreadRow.list} from chat_threads t where t.id::text = ${id}`);

/** Locks a thread until the transaction ends, so that its messages are ordered. */
export const lockThread = async (tx: Tx, id: string): Promise<ThreadRow | undefined> =>
  await tx.maybe(ThreadRow, sql`select ${ThreadRow.list} from chat_threads t where t.id::text = ${id} for update`);

export const lockByKey = async (tx: Tx, key: ThreadKey): Promise<ThreadRow | undefined> =>
  await tx.maybe(ThreadRow, sql`select ${ThreadRow.list} from chat_threads t where ${ownedBy(key)} for update`);

/** Creates a thread unless there is one. Concurrent calls create only one. */
export async function insertThread(
  tx: Tx,
  { id, key, locale, now }: { readonly id: string; readonly key: ThreadKey; readonly locale: Locale; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into chat_threads (id, order_id, user_id, guest_hash, telegram_chat, state, locale, created_at, last_at)
    values (${id}, ${'orderId' in key ? key.orderId : null}, ${'userId' in key ? key.userId : null},
      ${'guestHash' in key ? key.guestHash : null},
      ${'telegramChat' in key ? key.telegramChat : null}, 'answered', ${locale}, ${now}, ${now})
    on conflict do nothing`);
}

export interface NewMessage {
  readonly id: string;
  readonly threadId: string;
  readonly author: 'customer' | 'operator';
  readonly operatorId: string | null;
  readonly via: 'site' | 'telegram';
  readonly text: string;
  readonly aboutOrder: string | null;
  readonly sourceKey: string | null;
  readonly now: Date;
  readonly answeredAfterSeconds: number | null;
  readonly file: {
    readonly id: string;
    readonly key: string;
    readonly type: (typeof CHAT_FILE_TYPES)[number];
    readonly size: number;
  } | null;
}

const NrRow = rowType({ nr: col.safeInteger });

/** Returns the number of the message. Undefined for a repeated `sourceKey`. */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<number | undefined> =>
  (
    await tx.maybe(
      NrRow,
      sql`
      insert into chat_messages (id, thread_id, author, operator_id, via, text, about_order, source_key, at, answered_after_seconds,
        file_id, file_key, file_type, file_size)
      values (${message.id}, ${message.threadId}, ${message.author}, ${message.operatorId}, ${message.via}, ${message.text},
        ${message.aboutOrder}, ${message.sourceKey}, ${message.now},
        ${message.answeredAfterSeconds}, ${message.file?.id ?? null}, ${message.file?.key ?? null}, ${message.file?.type ?? null},
          ${message.file?.size ?? null})
      on conflict (source_key) do nothing returning nr`,
    )
  )?.nr;

/** Messages of a thread before a number, oldest first. */
export async function listMessages(
  db: Queryable,
  threadId: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
) {
  const rows = await db.many(
    MessageRow,
    sql`
    select ${MessageRow.list} from ${messages} where m.thread_id = ${threadId} and (${before}::bigint is null or m.nr < ${before}::bigint)
    order by m.nr desc limit ${limit}`,
  );
  return rows.toReversed();
}

export const findMessage = async (db: Queryable, id: string): Promise<MessageRow | undefined> =>
  await db.maybe(MessageRow, sql`select ${MessageRow.list} from ${messages} where m.id::text = ${id}`);

const RecentRow = rowType({ burst: col.number, day: col.number, oldest: col.nullable(col.timestamp) });

/** Numbers of the customer's messages since `burst` and since `day`, and the time of the first one since `burst`. */
export const countRecent = async (db: Queryable, threadId: string, since: { readonly burst: Date; readonly day: Date }) =>
  await db.one(
    RecentRow,
    sql`
    select count(*) filter (where at > ${since.burst})::int as burst, count(*)::int as day,
      min(at) filter (where at > ${since.burst}) as oldest
    from chat_messages where thread_id = ${threadId} and author = 'customer' and at > ${since.day}`,
  );

/** Updates the thread for a customer's message. */
export const saveCustomerMessage = async (
  tx: Tx,
  message: {
    readonly threadId: string;
    readonly nr: number;
    readonly now: Date;
    readonly dueAt: Date;
    readonly locale: Locale;
    readonly email: string | null;
    readonly telegram: string | null;
  },
): Promise<number> =>
  await tx.run(sql`
    update chat_threads set state = 'waiting', unanswered_since = coalesce(unanswered_since, ${message.now}),
      due_at = coalesce(due_at, ${message.dueAt}),
      last_at = ${message.now}, last_nr = ${message.nr}, read_by_customer = ${message.nr}, locale = ${message.locale},
        email = coalesce(${message.email}, email),
      answer_to_telegram = ${message.telegram}
    where id = ${message.threadId}`);

export const saveReadByCustomer = async (tx: Tx, threadId: string, upToNr: number): Promise<number> =>
  await tx.run(sql`
    update chat_threads set read_by_customer = least(${upToNr}::bigint, last_nr)
      where id = ${threadId} and read_by_customer < least(${upToNr}::bigint, last_nr)`);

/** The identities by which a visitor may read threads. */
export interface ThreadReader {
  readonly userId: string | null;
  readonly guestHash: string | null;
  /** Orders whose keys the visitor's browser has or has sent. */
  readonly orderIds: readonly string[];
  /** Threads opened by the link of a mail. */
  readonly threadIds: readonly string[];
}

/** Ids of the threads that a visitor may read. */
const readableThreads = ({ userId, guestHash, orderIds, threadIds }: ThreadReader): Sql => sql`
  select id from chat_threads where user_id = ${userId}::uuid
  union select id from chat_threads where guest_hash = ${guestHash}
  union select id from chat_threads where id::text = any(${threadIds}::text[]) and guest_hash is not null
  union select id from chat_threads where order_id = any(${orderIds}::text[])
  union select c.id from chat_threads c join orders o on o.id = c.order_id where o.user_id = ${userId}::uuid`;

const OwnThreadRow = rowType({ id: col.text, order_id: col.nullable(col.text), unread: col.number, last_at: col.timestamp });
const MAX_THREADS = 30;

/** A visitor's threads with unread counts, newest first. */
export const listOwnThreads = async (db: Queryable, reader: ThreadReader): Promise<RowOf<typeof OwnThreadRow>[]> =>
  await db.many(
    OwnThreadRow,
    sql`
    select t.id, t.order_id, t.last_at, (
      select count(*)::int from chat_messages m
      where m.thread_id = t.id and m.nr > t.read_by_customer and m.author <> 'customer' and m.withdrawn_at is null) as unread
    from chat_threads t where t.id in (${readableThreads(reader)}) and t.last_nr > 0 order by t.last_at desc limit ${MAX_THREADS}`,
  );

const FileRow = rowType({
  file_key: col.text,
  file_type: col.oneOf(CHAT_FILE_TYPES),
  thread_id: col.text,
  withdrawn_at: col.nullable(col.timestamp),
});

/** A file of a thread that the visitor may read. */
export const findOwnFile = async (db: Queryable, fileId: string, reader: ThreadReader): Promise<RowOf<typeof FileRow> | undefined> =>
  await db.maybe(
    FileRow,
    sql`
    select m.file_key, m.file_type, m.thread_id, m.withdrawn_at from chat_messages m
    where m.file_id::text = ${fileId} and m.withdrawn_at is null and m.thread_id in (${readableThreads(reader)})`,
  );

export const findFile = async (db: Queryable, fileId: string): Promise<RowOf<typeof FileRow> | undefined> =>
  await db.maybe(FileRow, sql`select file_key, file_type, thread_id, withdrawn_at from chat_messages where file_id::text = ${fileId}`);

const MedianRow = rowType({ count: col.number, median: col.nullable(col.number) });

/** Median time to the first answer, in seconds, and the number of answers. */
export const readMedian = async (db: Queryable, since: Date): Promise<RowOf<typeof MedianRow>> =>
  await db.one(
    MedianRow,
    sql`
    select count(*)::int as count, percentile_cont(0.5) within group (order by answered_after_seconds) as median
    from chat_messages where answered_after_seconds is not null and at > ${since}`,
  );

/** Moves everything of a thread to another one. Both must be locked. */
export async function mergeThreads(tx: Tx, from: ThreadRow, to: ThreadRow): Promise<void> {
  await tx.run(sql`update chat_messages set thread_id = ${to.id} where thread_id = ${from.id}`);
  await tx.run(sql`update chat_notes set thread_id = ${to.id} where thread_id = ${from.id}`);
  await tx.run(sql`
    update chat_threads t set last_nr = greatest(t.last_nr, f.last_nr), last_at = greatest(t.last_at, f.last_at),
      read_by_customer = greatest(t.read_by_customer, f.read_by_customer), read_by_office = least(t.read_by_office, f.read_by_office),
      state = case when t.last_nr = 0 then f.state when 'waiting' in (t.state, f.state) then 'waiting'
        when 'answered' in (t.state, f.state) then 'answered' else 'closed' end,
      unanswered_since = least(t.unanswered_since, f.unanswered_since), due_at = least(t.due_at, f.due_at),
      assigned_to = coalesce(t.assigned_to, f.assigned_to), assigned_at = coalesce(t.assigned_at, f.assigned_at),
      answer_to_telegram = coalesce(t.answer_to_telegram, f.answer_to_telegram)
    from chat_threads f where t.id = ${to.id} and f.id = ${from.id}`);
  await tx.run(sql`delete from chat_threads where id = ${from.id}`);
}
