import { LOCALES, type Locale } from '#core/locale.ts';
import { RESERVE_REQUEST_STATES, type WaitingRequest } from '#core/customer/reserve-request.ts';
import type { Instant } from '#core/time.ts';
import { destroyAuditDetails } from '#server/operators/sealed-detail.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

export const RequestRow = rowType({
  id: col.text,
  email: col.text,
  mailbox: col.text,
  locale: col.oneOf(LOCALES),
  income_code: col.nullable(col.text),
  outcome_code: col.text,
  amount: col.text,
  state: col.oneOf(RESERVE_REQUEST_STATES),
  asked_at: col.timestamp,
  notified_at: col.nullable(col.timestamp),
});
export type RequestRow = RowOf<typeof RequestRow>;

export interface NewRequest {
  readonly id: string;
  readonly email: string;
  readonly mailbox: string;
  readonly phone: string | null;
  readonly userId: string | null;
  readonly locale: Locale;
  readonly incomeCode: string | null;
  readonly outcomeCode: string;
  readonly amount: bigint;
  readonly now: Instant;
}

/** Creates a request, or updates the mailbox's open one, which keeps its position in the queue. */
export const openRequest = async (tx: Tx, request: NewRequest): Promise<RequestRow> =>
  await tx.one(
    RequestRow,
    sql`
    insert into reserve_requests as r (id, email, mailbox, phone, user_id, locale, income_code, outcome_code, amount, state, asked_at,
      said_at)
    values (${request.id}, ${request.email}, ${request.mailbox}, ${request.phone}, ${request.userId}::uuid, ${request.locale},
      ${request.incomeCode},
      ${request.outcomeCode}, ${String(request.amount)}::numeric, 'open', ${new Date(request.now)}, ${new Date(request.now)})
    on conflict (mailbox, outcome_code) where state = 'open' do update set email = excluded.email, amount = excluded.amount,
      phone = coalesce(excluded.phone, r.phone), user_id = coalesce(r.user_id, excluded.user_id), locale = excluded.locale,
      income_code = coalesce(excluded.income_code, r.income_code), said_at = excluded.said_at
    returning ${RequestRow.list}`,
  );

export const findRequest = (db: Queryable, id: string): Promise<RequestRow | undefined> =>
  db.maybe(RequestRow, sql`select ${RequestRow.list} from reserve_requests where id::text = ${id}`);

export interface RequestOwner {
  readonly userId: string;
  /** Null until the user has verified the address. */
  readonly mailbox: string | null;
}

const isOwnedBy = ({ userId, mailbox }: RequestOwner) => sql`(user_id = ${userId}::uuid or mailbox = ${mailbox})`;

/** A user's requests, which were made while signed in or with the verified address. */
export const listOwn = (db: Queryable, owner: RequestOwner): Promise<RequestRow[]> =>
  db.many(RequestRow, sql`select ${RequestRow.list} from reserve_requests where ${isOwnedBy(owner)} order by asked_at desc, id limit 100`);

export const findOwn = (db: Queryable, id: string, owner: RequestOwner): Promise<RequestRow | undefined> =>
  db.maybe(RequestRow, sql`select ${RequestRow.list} from reserve_requests where id = ${id}::uuid and ${isOwnedBy(owner)}`);

/** Cancels an open request. Returns 0 if it is no longer open. */
export const cancelOpen = (tx: Tx, id: string, now: Instant): Promise<number> =>
  tx.run(sql`update reserve_requests set state = 'cancelled', ended_at = ${new Date(now)} where id::text = ${id} and state = 'open'`);

/** Cancels a mailbox's open and notified requests of a system. */
export const cancelForMailbox = (tx: Tx, { mailbox, outcome_code: code }: RequestRow, now: Instant): Promise<number> =>
  tx.run(sql`
    update reserve_requests set state = 'cancelled', ended_at = ${new Date(now)}
    where mailbox = ${mailbox} and outcome_code = ${code} and state in ('open', 'notified')`);

const CodeRow = rowType({ code: col.text });

/** Systems with open requests. */
export const findRequestedSystems = async (db: Queryable): Promise<string[]> =>
  (await db.many(CodeRow, sql`select distinct outcome_code as code from reserve_requests where state = 'open' order by 1`)).map(
    ({ code }) => code,
  );

const WaitingRow = rowType({ id: col.text, amount: col.text, last_notified_at: col.nullable(col.timestamp) });

/** Open requests of a system, oldest first. */
export const findWaiting = async (tx: Tx, code: string): Promise<WaitingRequest[]> =>
  (
    await tx.many(
      WaitingRow,
      sql`
      select r.id::text, r.amount::text,
        (select max(t.notified_at) from reserve_requests t
          where t.mailbox = r.mailbox and t.outcome_code = r.outcome_code) as last_notified_at
      from reserve_requests r where r.outcome_code = ${code} and r.state = 'open' order by r.asked_at, r.id limit 1000 for update of r`,
    )
  ).map(({ id, amount, last_notified_at: at }) => ({ id, amount: BigInt(amount), lastNotifiedAt: at && at.getTime() }));

const SumRow = rowType({ amount: col.text });

/** Total amount of recently notified requests. */
export const sumNotified = async (db: Queryable, code: string, since: Instant): Promise<bigint> =>
  BigInt(
    (
      await db.one(
        SumRow,
        sql`
        select coalesce(sum(amount), 0)::text as amount from reserve_requests
        where outcome_code = ${code} and state = 'notified' and notified_at > ${new Date(since)}`,
      )
    ).amount,
  );

/** Marks requests as notified. Returns those that were open. */
export const markNotified = (tx: Tx, ids: readonly string[], now: Instant): Promise<RequestRow[]> =>
  tx.many(
    RequestRow,
    sql`
    update reserve_requests set state = 'notified', notified_at = ${new Date(now)}, ended_at = ${new Date(now)}
    where id = any (${[...ids]}::uuid[]) and state = 'open' returning ${RequestRow.list}`,
  );

/** Serialises notifications of a system until the transaction ends. */
export const lockSystem = (tx: Tx, code: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('reserve_requests'), hashtext(${code}))`);

/** Closes requests that were not renewed for too long. */
export const closeStale = (db: Queryable, before: Instant, now: Instant): Promise<number> =>
  db.run(
    sql`update reserve_requests set state = 'stale', ended_at = ${new Date(now)} where state = 'open' and said_at <= ${new Date(before)}`,
  );

/** Deletes requests that ended long ago, with their operator notes. */
export const deleteEnded = (db: Queryable, before: Instant): Promise<number> =>
  destroyAuditDetails(db, sql`delete from reserve_requests where ended_at <= ${new Date(before)} returning 'reserve_request', id::text`);
