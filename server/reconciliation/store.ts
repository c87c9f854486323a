import { STUCK_AFTER_HOURS } from '#core/staff/attention.ts';
import type { OwnMovement } from '#core/ledger/compare-books.ts';
import { isUuid } from '#core/text/uuid.ts';
import { HOUR_MS, type Instant, type Period } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';

const Row = rowType({
  direction: col.oneOf(['in', 'out']),
  reference: col.text,
  code: col.text,
  wallet: col.text,
  amount: col.text,
  at: col.timestamp,
  state: col.text,
});
type Row = RowOf<typeof Row>;

const bookEntryOf = (row: Row): OwnMovement => ({
  direction: row.direction,
  reference: row.reference,
  paymentSystemCode: row.code,
  wallet: row.wallet,
  amount: BigInt(row.amount),
  at: row.at.getTime(),
  isFinal: row.state === 'final' || row.state === 'executed',
  state: row.state,
});

/** Entries of our books that this rail reported: those of `deposits d` and of `payouts`. */
const railLines = (rail: string, { deposits, payouts }: { readonly deposits: Sql; readonly payouts: Sql }): Sql => sql`
  select 'in' as direction, d.external_id as reference, d.payment_system_code as code,
    coalesce(o.income_wallet, p.income_wallet) as wallet,
    d.amount, d.first_seen_at as at, d.state
  from deposits d join payment_systems p on p.code = d.payment_system_code left join orders o on o.id = d.order_id
  where d.rail = ${rail} and ${deposits}
  union all
  select 'out', id::text, payment_system_code, wallet, amount, claimed_at, state
  from payouts where rail = ${rail} and ${payouts}`;

/** Entries of our books of a period. */
export async function listRailLines(db: Queryable, rail: string, { since, before }: Period): Promise<OwnMovement[]> {
  const [from, to] = [new Date(since), new Date(before)];
  const deposits = sql`d.first_seen_at >= ${from} and d.first_seen_at < ${to}`;
  const payouts = sql`claimed_at >= ${from} and claimed_at < ${to}`;
  return (await db.many(Row, railLines(rail, { deposits, payouts }))).map(bookEntryOf);
}

/** The entries of our books for lines of a rail's list. */
export async function findRailLines(
  db: Queryable,
  rail: string,
  lines: readonly Pick<OwnMovement, 'direction' | 'reference'>[],
): Promise<OwnMovement[]> {
  if (lines.length === 0) return [];
  const referencesOf = (wanted: 'in' | 'out') => lines.flatMap(({ direction, reference }) => (direction === wanted ? [reference] : []));
  const deposits = sql`d.external_id = any(${referencesOf('in')}::text[])`;
  const payouts = sql`id = any(${referencesOf('out').filter((id) => isUuid(id.toLowerCase()))}::uuid[])`;
  return (await db.many(Row, railLines(rail, { deposits, payouts }))).map(bookEntryOf);
}

const FirstRow = rowType({ at: col.nullable(col.timestamp) });

/** When the first entry of our books for this rail was made; undefined: there is none. */
export const findFirstRailLine = async (db: Queryable, rail: string): Promise<Instant | undefined> =>
  (
    await db.one(
      FirstRow,
      sql`
      select least((select min(first_seen_at) from deposits where rail = ${rail}),
        (select min(claimed_at) from payouts where rail = ${rail})) as at`,
    )
  ).at?.getTime();

export const ManualEntry = rowType({
  direction: col.oneOf(['in', 'out']),
  reference: col.text,
  order_id: col.text,
  code: col.text,
  amount: col.text,
  detail: col.text,
});
export type ManualEntry = RowOf<typeof ManualEntry>;

/** SQL: joins what the ledger credits to the order of deposit `d`, and how much of it the rail has reported as final. */
const joinRailReports = (extraColumns: Sql = sql``): Sql => sql`
  join lateral (
    select sum(s.posted_amount) as posted,
      coalesce(sum(s.amount) filter (where s.rail <> 'operator' and s.state = 'final'), 0) as final${extraColumns}
    from deposits s where s.order_id = d.order_id) t on true`;

/**
 * Manual entries on this rail not covered by the rail's own final reports of the order. A payment only seen covers them while it may
 * still be confirmed (STUCK_AFTER_HOURS).
 */
export const listManualEntries = async (
  db: Queryable,
  rail: string,
  window: { readonly since: Instant; readonly before: Instant },
): Promise<ManualEntry[]> =>
  await db.many(
    ManualEntry,
    sql`
    select 'in' as direction, d.external_id as reference, d.order_id, d.payment_system_code as code,
      least(d.posted_amount, t.posted - t.final - t.seen)::text as amount,
      'recorded by ' || coalesce(u.full_name, u.email, 'a person') || ', reference ' || d.reference as detail
    from deposits d join payment_systems p on p.code = d.payment_system_code left join users u on u.id = d.recorded_by
    ${joinRailReports(sql`,
      coalesce(sum(s.amount) filter (where s.rail <> 'operator' and s.state = 'seen'
        and s.first_seen_at > ${new Date(window.before - STUCK_AFTER_HOURS * HOUR_MS)}), 0) as seen`)}
    where d.rail = 'operator' and p.rail = ${rail} and d.posted_amount > 0 and t.posted > t.final + t.seen
      and d.recorded_at between ${new Date(window.since)} and ${new Date(window.before)}
    union all
    select 'out', o.id::text, o.order_id, o.payment_system_code, o.amount::text,
      'paid by hand' || coalesce(', reference ' || o.external_id, '')
    from payouts o join payment_systems p on p.code = o.payment_system_code
    where o.rail = 'operator' and p.rail = ${rail} and o.state = 'executed' and o.claimed_at between ${new Date(window.since)}
    and ${new Date(window.before)}`,
  );

const ReferenceRow = rowType({ reference: col.text });

/** Which of these manual deposits are covered by the rail's final reports by now, or have nothing posted. */
export const listReportedReferences = async (db: Queryable, references: readonly string[]): Promise<string[]> =>
  (
    await db.many(
      ReferenceRow,
      sql`
      select d.external_id as reference from deposits d ${joinRailReports()}
      where d.rail = 'operator' and d.external_id = any(${references}::text[]) and (d.posted_amount = 0 or t.posted <= t.final)`,
    )
  ).map(({ reference }) => reference);

const RailRow = rowType({ rail: col.text });

/** Rails with money credited since a time, by their report or by an operator. */
export const listPaidRails = async (db: Queryable, since: Instant): Promise<string[]> =>
  (
    await db.many(
      RailRow,
      sql`
      select distinct case when d.rail = 'operator' then p.rail else d.rail end as rail
      from deposits d join payment_systems p on p.code = d.payment_system_code
      where d.posted_amount > 0 and d.recorded_at >= ${new Date(since)}`,
    )
  ).map(({ rail }) => rail);

const DayRow = rowType({
  is_new: col.bool,
});

/** Claims the day's audit for this process. False: already claimed, or the database's first day, whose audit is skipped. */
export async function claimAuditDay(db: Queryable, day: string): Promise<boolean> {
  const row = await db.maybe(
    DayRow,
    sql`
    insert into settings (key, value) values ('nightly_audit', to_jsonb(${day}::text))
    on conflict (key) do update set value = excluded.value, updated_at = now() where settings.value #>> '{}' < ${day}
    returning (xmax = 0) as is_new`,
  );
  return row?.is_new === false;
}
