import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

export interface StoredMail {
  readonly id: string;
  readonly orderId: string | null;
  readonly recipient: string;
  readonly locale: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: Instant;
  readonly sentAt: Instant | null;
}

interface MailRow {
  id: string;
  order_id: string | null;
  recipient: string;
  locale: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: Date;
  sent_at: Date | null;
}

const fromRow = (row: MailRow): StoredMail => ({
  id: row.id,
  orderId: row.order_id,
  recipient: row.recipient,
  locale: row.locale,
  subject: row.subject,
  text: row.body_text,
  html: row.body_html,
  createdAt: row.created_at.getTime(),
  sentAt: row.sent_at?.getTime() ?? null,
});

/** Keeps a mail once per `dedupeKey`; gives the kept one, its own or the earlier. */
export async function keepMail(tx: Tx, mail: Omit<StoredMail, 'sentAt'> & { readonly dedupeKey: string }): Promise<StoredMail> {
  await tx.run(sql`
    insert into mails (id, order_id, recipient, locale, subject, body_text, body_html, created_at, dedupe_key)
    values (${mail.id}, ${mail.orderId}, ${mail.recipient}, ${mail.locale}, ${mail.subject}, ${mail.text}, ${mail.html}, ${new Date(mail.createdAt)}, ${mail.dedupeKey})
    on conflict (dedupe_key) do nothing`);
  return fromRow(
    await tx.one<MailRow>(sql`
    select id, order_id, recipient, locale, subject, body_text, body_html, created_at, sent_at from mails where dedupe_key = ${mail.dedupeKey}`),
  );
}

export async function markSent(db: Queryable, id: string, at: Instant): Promise<void> {
  await db.run(sql`update mails set sent_at = ${new Date(at)} where id = ${id} and sent_at is null`);
}

/** Kept mails that were never sent, oldest first. */
export async function findUnsent(
  db: Queryable,
  created: { readonly from: Instant; readonly to: Instant },
  limit: number,
): Promise<StoredMail[]> {
  const rows = await db.many<MailRow>(sql`
    select id, order_id, recipient, locale, subject, body_text, body_html, created_at, sent_at from mails
    where sent_at is null and created_at between ${new Date(created.from)} and ${new Date(created.to)}
    order by created_at limit ${limit}`);
  return rows.map(fromRow);
}

/** The newest mails, for the page of the demo mode; narrowed to one recipient when asked. */
export async function findMails(
  db: Queryable,
  asked: { readonly recipient: string | undefined; readonly limit: number },
): Promise<StoredMail[]> {
  const rows = await db.many<MailRow>(sql`
    select id, order_id, recipient, locale, subject, body_text, body_html, created_at, sent_at from mails
    where ${asked.recipient ?? null}::text is null or recipient = ${asked.recipient ?? null}
    order by created_at desc, id limit ${asked.limit}`);
  return rows.map(fromRow);
}

export async function findMail(db: Queryable, id: string): Promise<StoredMail | undefined> {
  const row = await db.maybe<MailRow>(sql`
    select id, order_id, recipient, locale, subject, body_text, body_html, created_at, sent_at from mails where id::text = ${id}`);
  return row && fromRow(row);
}
