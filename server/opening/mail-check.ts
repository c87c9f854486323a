import { type Locale, LOCALES } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Kind of the test mail. */
export const MAIL_CHECK = 'mail_check';

const CheckRow = rowType({ recipient: col.text, locale: col.oneOf(LOCALES) });

const LastRow = rowType({
  recipient: col.text,
  asked_at: col.timestamp,
  sent_at: col.nullable(col.timestamp),
  failed_at: col.nullable(col.timestamp),
  failure: col.nullable(col.text),
});

export interface MailCheck {
  readonly to: string;
  readonly askedAt: Instant;
  readonly outcome: 'waiting' | 'sent' | 'failed';
  /** The mail server's response if the failure is permanent. */
  readonly reason: string | null;
}

/** The newest check and the outcome of its mail. */
export async function findLastCheck(db: Queryable): Promise<MailCheck | undefined> {
  const row = await db.maybe(
    LastRow,
    sql`select c.recipient, c.asked_at, l.sent_at, l.failed_at, l.failure from mail_checks c
      left join letters l on l.subjects @> array[c.id::text] order by c.asked_at desc limit 1`,
  );
  if (row === undefined) return undefined;
  const outcome = row.failed_at !== null ? 'failed' : row.sent_at !== null ? 'sent' : 'waiting';
  return { to: row.recipient, askedAt: row.asked_at.getTime(), outcome, reason: row.failure };
}

export interface MailCheckInput {
  readonly to: string;
  readonly locale: Locale;
  readonly operatorId: string;
}

/** Queues a test mail through the normal mail queue, to check delivery (domain 10). */
export async function queueMailCheck(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  { to, locale, operatorId }: MailCheckInput,
): Promise<void> {
  const [id, now] = [deps.random.uuid(), deps.clock.now()];
  await tx.run(sql`insert into mail_checks (id, recipient, locale, asked_by, asked_at)
    values (${id}, ${to}, ${locale}, ${operatorId}, ${new Date(now)})`);
  const news = { kind: MAIL_CHECK, subject: id, version: 1, topic: 'check', isPaid: false };
  await queueNews(tx, { ...news, recipient: to, changedAt: now, dueAt: now });
  await recordAudit(deps, tx, { actorId: operatorId, action: 'mail.check', subjectType: 'mail', subjectId: id, detail: { to } });
}

/** The mail kind of the test mail. */
export const mailCheckEmailKind = ({ db, t, settings }: Pick<Deps, 'db' | 't' | 'settings'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: t(locale, 'opening_letters.several.subject', { count }),
    heading: t(locale, 'opening_letters.several.heading', { count }),
    lead: t(locale, 'opening_letters.lead'),
  }),
  async compose({ subject }) {
    const check = await db.maybe(CheckRow, sql`select recipient, locale from mail_checks where id::text = ${subject}`);
    if (check === undefined) return undefined;
    const { recipient, locale } = check;
    const url = `${settings.publicUrl}/office/opening`;
    const heading = t(locale, 'opening_letters.heading');
    return {
      to: recipient,
      locale,
      email: {
        subject: t(locale, 'opening_letters.subject'),
        heading,
        lead: t(locale, 'opening_letters.lead'),
        lines: [],
        button: { label: t(locale, 'opening_letters.action'), url },
      },
      line: { label: heading, value: t(locale, 'opening_letters.lead'), url },
      footer: t(locale, 'opening_letters.footer'),
    };
  },
});
