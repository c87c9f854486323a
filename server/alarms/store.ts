import type { AlarmChannel, MailAudience } from '#core/staff/alarm.ts';
import type { OperatorRole } from '#core/access/access.ts';
import { INCIDENT_KINDS, KINDS_WITHOUT_SUBJECT } from '#core/staff/incident.ts';
import { LOCALES } from '#core/locale.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import { col, type Db, empty, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const StaffRow = rowType({ email: col.text, locale: col.oneOf(LOCALES) });

/** Default of operators without a choice; undefined if the audience offers none. */
const DEFAULT_CHOICE: Readonly<Record<MailAudience, boolean | undefined>> = { all: undefined, unless_declined: true, who_asked: false };

/** Enabled operators with one of these roles who get the mail. */
export async function staffOf(db: Queryable, roles: readonly OperatorRole[], audience: MailAudience) {
  const defaultChoice = DEFAULT_CHOICE[audience];
  return await db.many(
    StaffRow,
    sql`
    select u.email, u.locale from users u left join alarm_choices c on c.user_id = u.id
    where u.role = any(${roles}::text[])
    and u.disabled_at is null ${defaultChoice === undefined ? empty : sql`and coalesce(c.by_mail, ${defaultChoice})`}
    order by u.email`,
  );
}

const ChoiceRow = rowType({ by_mail: col.bool });

/** Whether an operator wants mails about alarms of lower importance; undefined if the operator has not chosen. */
export const findChoice = async (db: Queryable, userId: string): Promise<boolean | undefined> =>
  (await db.maybe(ChoiceRow, sql`select by_mail from alarm_choices where user_id = ${userId}`))?.by_mail;

export const saveChoice = async (tx: Tx, userId: string, byMail: boolean): Promise<number> =>
  await tx.run(sql`
    insert into alarm_choices (user_id, by_mail) values (${userId}, ${byMail}) on conflict (user_id) do update
      set by_mail = excluded.by_mail`);

export interface NewMessage {
  readonly id: string;
  /** Null for a test message. */
  readonly incidentId: string | null;
  readonly way: AlarmChannel;
  readonly recipient: string | null;
  readonly locale: string;
  readonly now: Instant;
}

export async function insertMessage(tx: Tx, { id, incidentId, way, recipient, locale, now }: NewMessage): Promise<void> {
  const at = new Date(now);
  await tx.run(sql`
    insert into alarm_messages (id, incident_id, way, recipient, locale, asked_at, due_at)
    values (${id}, ${incidentId}, ${way}, ${recipient}, ${locale}, ${at}, ${at})`);
}

const MessageRow = rowType(
  {
    id: col.text,
    incident_id: col.nullable(col.text),
    recipient: col.nullable(col.text),
    locale: col.oneOf(LOCALES),
    asked_at: col.timestamp,
    attempts: col.number,
    kind: col.computed(col.nullable(col.oneOf(INCIDENT_KINDS)), sql`i.kind`),
    subject: col.computed(
      col.nullable(col.text),
      sql`case when i.kind = any(${[...KINDS_WITHOUT_SUBJECT]}::text[]) then null else i.subject end`,
    ),
    first_at: col.computed(col.nullable(col.timestamp), sql`i.first_at`),
    closed_at: col.computed(col.nullable(col.timestamp), sql`i.closed_at`),
    waiting: col.computed(col.nullable(col.text), sql`i.detail->>'waiting'`),
  },
  'm',
);
/** A message with its incident; without one it is a test message. */
export type AlarmMessage = RowOf<typeof MessageRow>;

export const findMessage = async (db: Queryable, id: string): Promise<AlarmMessage | undefined> =>
  await db.maybe(
    MessageRow,
    sql`select ${MessageRow.list} from alarm_messages m left join incidents i on i.id = m.incident_id where m.id::text = ${id}`,
  );

/** How long sending is retried. */
const RETRY_FOR_MS = DAY_MS;

/** Claims due messages until `until`: after a crash they become due again. */
export const claimDue = async (db: Db, limit: number, now: Instant, until: Instant): Promise<readonly AlarmMessage[]> =>
  await db.many(
    MessageRow,
    sql`
    with taken as (
      update alarm_messages set due_at = ${new Date(until)}, attempts = attempts + 1
      where id in (
        select id from alarm_messages
        where sent_at is null and way = 'telegram' and due_at <= ${new Date(now)} and asked_at > ${new Date(now - RETRY_FOR_MS)}
        order by due_at limit ${limit} for update skip locked)
      returning *)
    select ${MessageRow.list} from taken m left join incidents i on i.id = m.incident_id order by m.asked_at, m.id`,
  );

export const markSent = async (tx: Tx, ids: readonly string[], now: Instant): Promise<number> =>
  await tx.run(sql`update alarm_messages set sent_at = ${new Date(now)}, problem = null where id = any(${ids}::uuid[])`);

export const postpone = async (tx: Tx, ids: readonly string[], { problem, due }: { problem: string; due: Instant }): Promise<number> =>
  await tx.run(sql`update alarm_messages set problem = ${problem}, due_at = ${new Date(due)} where id = any(${ids}::uuid[])`);

const TryRow = rowType({ asked_at: col.timestamp, sent_at: col.nullable(col.timestamp), problem: col.nullable(col.text) });

/** The last test message and its result. */
export const findLastTest = async (db: Queryable) =>
  await db.maybe(
    TryRow,
    sql`
    select asked_at, sent_at, problem from alarm_messages where incident_id is null and way = 'telegram'
    order by asked_at desc limit 1`,
  );

export const purgeMessages = async (db: Db, before: Instant): Promise<number> =>
  await db.run(sql`delete from alarm_messages where asked_at < ${new Date(before)}`);
