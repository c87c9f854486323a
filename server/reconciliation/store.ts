import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { STUCK_AFTER_HOURS } from '#core/attention.ts';
import type { OwnLine } from '#core/ledger/compare-books.ts';
import { HOUR_MS, type Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const Row = z.object({
  direction: z.enum(['in', 'out']),
  reference: z.string(),
  code: z.string(),
  wallet: z.string(),
  amount: z.string(),
  at: z.date(),
  state: z.string(),
});
type Row = z.output<typeof Row>;

const lineOf = (row: Row): OwnLine => ({
  direction: row.direction,
  reference: row.reference,
  paymentSystemCode: row.code,
  wallet: row.wallet,
  amount: BigInt(row.amount),
  at: row.at.getTime(),
  isFinal: row.state === 'final' || row.state === 'executed',
  state: row.state,
});

/** All that our books have of one rail's own reports since a moment. */
export const listRailLines = async (db: Queryable, rail: string, since: Instant): Promise<OwnLine[]> =>
  (
    await db.many(
      Row,
      sql`
      select 'in' as direction, d.external_id as reference, d.payment_system_code as code, coalesce(o.income_wallet, p.income_wallet) as wallet,
        d.amount, d.first_seen_at as at, d.state
      from deposits d join payment_systems p on p.code = d.payment_system_code left join orders o on o.id = d.order_id
      where d.rail = ${rail} and d.first_seen_at >= ${new Date(since)}
      union all
      select 'out', id::text, payment_system_code, wallet, amount, claimed_at, state
      from payouts where rail = ${rail} and claimed_at >= ${new Date(since)}`,
    )
  ).map(lineOf);

export const PersonLine = z.object({
  direction: z.enum(['in', 'out']),
  reference: z.string(),
  order_id: z.string(),
  code: z.string(),
  amount: z.string(),
  detail: z.string(),
});
export type PersonLine = z.output<typeof PersonLine>;

/** What the ledger carries of an order `d`, and what of it the rail has reported for good. */
const reportsOf = (more: Sql = sql``): Sql => sql`
  join lateral (
    select sum(s.posted_amount) as posted, coalesce(sum(s.amount) filter (where s.rail <> 'operator' and s.state = 'final'), 0) as final${more}
    from deposits s where s.order_id = d.order_id) t on true`;

/**
 * Money that a person has recorded on a payment system of this rail, as far as the rail's own reports of the order do not come to what the
 * ledger carries. What the rail has only seen answers for it while it may still be confirmed; longer, it is asked for as if it had seen nothing.
 */
export const listPersonLines = async (
  db: Queryable,
  rail: string,
  window: { readonly since: Instant; readonly before: Instant },
): Promise<PersonLine[]> =>
  await db.many(
    PersonLine,
    sql`
    select 'in' as direction, d.external_id as reference, d.order_id, d.payment_system_code as code,
      least(d.posted_amount, t.posted - t.final - t.seen)::text as amount,
      'recorded by ' || coalesce(u.full_name, u.email, 'a person') || ', reference ' || d.reference as detail
    from deposits d join payment_systems p on p.code = d.payment_system_code left join users u on u.id = d.recorded_by
    ${reportsOf(sql`,
      coalesce(sum(s.amount) filter (where s.rail <> 'operator' and s.state = 'seen'
        and s.first_seen_at > ${new Date(window.before - STUCK_AFTER_HOURS * HOUR_MS)}), 0) as seen`)}
    where d.rail = 'operator' and p.rail = ${rail} and d.posted_amount > 0 and t.posted > t.final + t.seen
      and d.recorded_at between ${new Date(window.since)} and ${new Date(window.before)}
    union all
    select 'out', o.id::text, o.order_id, o.payment_system_code, o.amount::text,
      'paid by hand' || coalesce(', reference ' || o.external_id, '')
    from payouts o join payment_systems p on p.code = o.payment_system_code
    where o.rail = 'operator' and p.rail = ${rail} and o.state = 'executed' and o.claimed_at between ${new Date(window.since)} and ${new Date(window.before)}`,
  );

const WordRow = z.object({ reference: z.string() });

/** Which of these words of people the rails have reported since for good, or are no money of the books any more. */
export const listReportedWords = async (db: Queryable, references: readonly string[]): Promise<string[]> =>
  (
    await db.many(
      WordRow,
      sql`
      select d.external_id as reference from deposits d ${reportsOf()}
      where d.rail = 'operator' and d.external_id = any(${references}::text[]) and (d.posted_amount = 0 or t.posted <= t.final)`,
    )
  ).map(({ reference }) => reference);

const RailRow = z.object({ rail: z.string() });

/** Rails on which money was taken as paid since a moment, by a report of theirs or by a person's word. */
export const listPaidRails = async (db: Queryable, since: Instant): Promise<string[]> =>
  (
    await db.many(
      RailRow,
      sql`
      select distinct case when d.rail = 'operator' then p.rail else d.rail end as rail
      from deposits d join payment_systems p on p.code = d.payment_system_code
      where d.posted_amount > 0 and coalesce(d.recorded_at, d.first_seen_at) >= ${new Date(since)}`,
    )
  ).map(({ rail }) => rail);

const DayRow = z.object({
  is_new: z.boolean(),
});

/**
 * Takes the day's audit for this process. False: somebody has, or this is the first day of this database: then it begins with the next.
 */
export async function claimDay(db: Queryable, day: string): Promise<boolean> {
  const row = await db.maybe(
    DayRow,
    sql`
    insert into settings (key, value) values ('nightly_audit', to_jsonb(${day}::text))
    on conflict (key) do update set value = excluded.value, updated_at = now() where settings.value #>> '{}' < ${day}
    returning (xmax = 0) as is_new`,
  );
  return row?.is_new === false;
}
