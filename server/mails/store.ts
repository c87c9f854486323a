import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import type { News } from './email-kind.ts';

/** A recipient claimed by this process until the lease ends. */
export interface ClaimedRecipient {
  readonly recipient: string;
  /** Consecutive failures before this try. */
  readonly attempts: number;
  readonly failingSince: Instant | null;
}

const RecipientRow = rowType({
  recipient: col.text,
  attempts: col.number,
  failing_since: col.nullable(col.timestamp),
});

/**
 * Claims recipients with due news, longest waiting first. One process at a time works on a recipient, which keeps the order of
 * mails and the allowance exact.
 */
export async function claimRecipients(
  db: Queryable,
  { now, until, limit }: { readonly now: Instant; readonly until: Instant; readonly limit: number },
): Promise<ClaimedRecipient[]> {
  const at = new Date(now);
  const rows = await db.many(
    RecipientRow,
    sql`
    with due as (
      select n.recipient from mail_news n left join mail_recipients r on r.recipient = n.recipient
      where n.due_at <= ${at} and (r.recipient is null or (r.claimed_until <= ${at} and r.next_at <= ${at}))
      group by n.recipient order by min(n.due_at) limit ${limit}
    )
    insert into mail_recipients as r (recipient, claimed_until, next_at)
    select recipient, ${new Date(until)}, ${at} from due order by recipient
    on conflict (recipient) do update set claimed_until = excluded.claimed_until where r.claimed_until <= ${at} and r.next_at <= ${at}
    returning recipient, attempts, failing_since`,
  );
  return rows.map((row) => ({ recipient: row.recipient, attempts: row.attempts, failingSince: row.failing_since?.getTime() ?? null }));
}

/** Releases claims without a change. */
export async function releaseRecipients(db: Queryable, recipients: readonly string[]): Promise<void> {
  if (recipients.length === 0) return;
  await db.run(sql`update mail_recipients set claimed_until = 'epoch'::timestamptz where recipient = any(${recipients}::text[])`);
}

/** Ends the work on a recipient. The row is kept only while something delays the next mails, until `nextAt`. */
export async function finishRecipient(
  db: Queryable,
  { recipient, nextAt, attempts, failingSince }: ClaimedRecipient & { readonly nextAt: Instant | null },
): Promise<void> {
  if (nextAt === null) await db.run(sql`delete from mail_recipients where recipient = ${recipient}`);
  else
    await db.run(sql`
      update mail_recipients set claimed_until = 'epoch'::timestamptz, next_at = ${new Date(nextAt)}, attempts = ${attempts},
        failing_since = ${failingSince === null ? null : new Date(failingSince)}
      where recipient = ${recipient}`);
}

const WaitingRow = rowType({
  kind: col.text,
  subject: col.text,
  version: col.number,
  topic: col.text,
  is_paid: col.bool,
});

/** Due news of a recipient, oldest change first. */
export async function findWaiting(db: Queryable, recipient: string, now: Instant): Promise<News[]> {
  const rows = await db.many(
    WaitingRow,
    sql`
    select kind, subject, version, topic, is_paid from mail_news
    where recipient = ${recipient} and due_at <= ${new Date(now)} order by changed_at, kind, subject limit 100`,
  );
  return rows.map(({ is_paid, ...row }) => ({ ...row, isPaid: is_paid }));
}

const SentTimeRow = rowType({
  sent_at: col.timestamp,
});

/** When mails were sent to a recipient, newest first. */
export async function findSentTimes(
  db: Queryable,
  { recipient, since, limit }: { readonly recipient: string; readonly since: Instant; readonly limit: number },
): Promise<Instant[]> {
  const rows = await db.many(
    SentTimeRow,
    sql`
    select sent_at from letters where recipient = ${recipient} and created_at > ${new Date(since)} and sent_at > ${new Date(since)}
    order by sent_at desc limit ${limit}`,
  );
  return rows.map((row) => row.sent_at.getTime());
}

export interface FinishedEmail {
  readonly id: string;
  readonly recipient: string;
  /** Subjects of the news it contained. */
  readonly subjects: readonly string[];
  /** Null for a mail with several news. */
  readonly topic: string | null;
  readonly locale: string;
  readonly sealed: Buffer;
  readonly createdAt: Instant;
  /** Why the mail will never be sent. Null if it is sent. */
  readonly failure: string | null;
}

const isOneOf = (news: readonly News[]): Sql => sql`
  (kind, subject, version) in (select * from unnest(${news.map(({ kind }) => kind)}::text[], ${news.map(({ subject }) => subject)}::text[],
    ${news.map(({ version }) => version)}::int[]))`;

/** Stores a sent or failed mail and deletes its news unless a newer version exists. One statement, for throughput. */
export async function saveFinishedEmail(db: Queryable, email: FinishedEmail, news: readonly News[]): Promise<void> {
  const at = new Date(email.createdAt);
  await db.run(sql`
    with forgotten as (delete from mail_news where ${isOneOf(news)})
    insert into letters (id, recipient, subjects, topic, locale, letter_sealed, created_at, sent_at, failed_at, failure)
    values (${email.id}, ${email.recipient}, ${email.subjects}, ${email.topic}, ${email.locale}, ${email.sealed}, ${at},
      ${email.failure === null ? at : null}, ${email.failure === null ? null : at}, ${email.failure})
    on conflict (id) do nothing`);
}

/** Deletes news without content. */
export async function deleteNews(db: Queryable, news: readonly News[]): Promise<void> {
  await db.run(sql`delete from mail_news where ${isOneOf(news)}`);
}

const EmailRow = rowType({
  id: col.text,
  recipient: col.text,
  subjects: col.arrayOf(col.text),
  letter_sealed: col.bytes,
  created_at: col.timestamp,
});
type EmailRow = RowOf<typeof EmailRow>;

export interface StoredEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subjects: readonly string[];
  readonly sealed: Buffer;
  readonly createdAt: Instant;
}

const fromRow = (row: EmailRow): StoredEmail => ({
  id: row.id,
  recipient: row.recipient,
  subjects: row.subjects,
  sealed: row.letter_sealed,
  createdAt: row.created_at.getTime(),
});

/** The newest mails, for the demo mode's page; optionally of one recipient. */
export async function findEmails(
  db: Queryable,
  query: { readonly recipient: string | undefined; readonly limit: number },
): Promise<StoredEmail[]> {
  const recipient = query.recipient?.toLowerCase() ?? null;
  const rows = await db.many(
    EmailRow,
    sql`
    select id, recipient, subjects, letter_sealed, created_at from letters
    where ${recipient}::text is null or recipient = ${recipient}
    order by created_at desc, id limit ${query.limit}`,
  );
  return rows.map(fromRow);
}

export async function findEmail(db: Queryable, id: string): Promise<StoredEmail | undefined> {
  const row = await db.maybe(EmailRow, sql`select id, recipient, subjects, letter_sealed, created_at from letters where id = ${id}`);
  return row && fromRow(row);
}

/** Deletes mails written before then. */
export async function purgeEmails(db: Queryable, before: Instant): Promise<void> {
  await db.run(sql`delete from letters where created_at < ${new Date(before)}`);
}
