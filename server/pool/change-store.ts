import type { PoolState, RequisiteRules } from '#core/pool/requisite.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { SealedRequisite } from './sealed-requisite.ts';

/** Where money is sent to, and what the payer reads beside it. */
export interface RequisiteTarget extends SealedRequisite {
  readonly masked: Readonly<Record<string, string>>;
  readonly ownerName: string;
  readonly bank: string;
}

export interface NewRequisite extends RequisiteTarget {
  readonly id: string;
  readonly code: string;
  readonly note: string;
  readonly rules: RequisiteRules;
  readonly now: Instant;
  readonly by: string | null;
}

const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

/** False: the same requisite is in the pool already. */
export async function insertRequisite(tx: Tx, { rules, ...row }: NewRequisite): Promise<boolean> {
  const written = await tx.run(sql`
    insert into pool_requisites (id, payment_system_code, values_sealed,
      values_masked, fingerprint, last_digits, owner_name, bank, note, sharing,
      min_amount, max_amount, daily_amount, daily_count, monthly_amount, monthly_count, works_from, works_until, rest_minutes, created_at,
        created_by, updated_at)
    values (${row.id}, ${row.code}, ${row.sealed}, ${JSON.stringify(row.masked)}, ${row.fingerprint}, ${row.lastDigits}, ${row.ownerName},
      ${row.bank},
      ${row.note}, ${rules.sharing}, ${text(rules.minAmount)}, ${text(rules.maxAmount)}, ${text(rules.dailyAmount)}, ${rules.dailyCount},
      ${text(rules.monthlyAmount)}, ${rules.monthlyCount}, ${rules.worksFrom}, ${rules.worksUntil}, ${rules.restMinutes},
        ${new Date(row.now)},
      ${row.by}, ${new Date(row.now)})
    on conflict (fingerprint) where state <> 'retired' do nothing`);
  return written === 1;
}

interface Versioned {
  readonly id: string;
  /** What the operator saw; another one has changed it otherwise. */
  readonly version: number;
  readonly now: Instant;
}

/** Limits, hours and the way it is shared. False: changed meanwhile. */
export const updateRules = async (
  tx: Tx,
  { id, version, now, rules, note }: Versioned & { readonly rules: RequisiteRules; readonly note: string },
): Promise<boolean> =>
  (await tx.run(sql`
    update pool_requisites set sharing = ${rules.sharing}, min_amount = ${text(rules.minAmount)}, max_amount = ${text(rules.maxAmount)},
      daily_amount = ${text(rules.dailyAmount)}, daily_count = ${rules.dailyCount}, monthly_amount = ${text(rules.monthlyAmount)},
      monthly_count = ${rules.monthlyCount}, works_from = ${rules.worksFrom}, works_until = ${rules.worksUntil},
        rest_minutes = ${rules.restMinutes},
      note = ${note}, version = version + 1, updated_at = ${new Date(now)}
    where id::text = ${id} and version = ${version} and state <> 'retired'`)) === 1;

/** Another card or account, owner or bank: for new orders; those that were given the old one keep it. False: changed meanwhile. */
export const updateTarget = async (
  tx: Tx,
  { id, version, now, target }: Versioned & { readonly target: RequisiteTarget },
): Promise<boolean> =>
  (await tx.run(sql`
    update pool_requisites set values_sealed = ${target.sealed},
      values_masked = ${JSON.stringify(target.masked)}, fingerprint = ${target.fingerprint},
      last_digits = ${target.lastDigits}, owner_name = ${target.ownerName}, bank = ${target.bank}, version = version + 1,
        updated_at = ${new Date(now)}
    where id::text = ${id} and version = ${version} and state <> 'retired'`)) === 1;

/** Freezes, unfreezes or takes out for good. False: changed meanwhile. */
export const updateState = async (
  tx: Tx,
  { id, version, now, state, reason }: Versioned & { readonly state: PoolState; readonly reason: string | null },
): Promise<boolean> =>
  (await tx.run(sql`
    update pool_requisites set state = ${state}, frozen_reason = ${reason}, version = version + 1, updated_at = ${new Date(now)}
    where id::text = ${id} and version = ${version} and state <> 'retired' and state <> ${state}`)) === 1;

/** Whether a requisite of the pool, not taken out, is known by this, or an order may still pay to it whatever became of its place in the pool. */
export const isInPool = async (db: Queryable, fingerprint: Buffer, exceptId: string | null): Promise<boolean> =>
  (await db.maybe(
    AnyRow,
    sql`
    select 1 as found from pool_requisites
      where fingerprint = ${fingerprint} and state <> 'retired' and id::text is distinct from ${exceptId}
    union all
    select 1 from pool_reservations where state = 'held' and fingerprint = ${fingerprint}
      and requisite_id::text is distinct from ${exceptId}
    limit 1`,
  )) !== undefined;

const FirstRow = rowType({ has_orders: col.bool });

/** Whether no order exists yet: the first requisites of a new shop are unknown to customers. */
export const isBeforeFirstOrder = async (db: Queryable): Promise<boolean> =>
  !(await db.one(FirstRow, sql`select exists (select 1 from orders) as has_orders`)).has_orders;
