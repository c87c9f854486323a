import type { PoolState, RequisiteRules } from '#core/pool/requisite.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { PoolAccount } from './account.ts';

export interface NewRequisite extends PoolAccount {
  readonly id: string;
  readonly code: string;
  readonly note: string;
  readonly rules: RequisiteRules;
  readonly now: Instant;
  readonly by: string | null;
}

const text = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

/** Adds a requisite to the pool. False: the same account is in the pool already. */
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

/** A change of the version that the operator saw. */
interface Versioned {
  readonly id: string;
  readonly version: number;
  readonly now: Instant;
}

/** Changes limits, hours and sharing. False: the version is not the newest, or the requisite is retired. */
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

/**
 * Replaces card or account, owner and bank for new orders; existing orders keep the old account. False: the version is not the newest, or
 * the requisite is retired.
 */
export const updateAccount = async (
  tx: Tx,
  { id, version, now, account }: Versioned & { readonly account: PoolAccount },
): Promise<boolean> =>
  (await tx.run(sql`
    update pool_requisites set values_sealed = ${account.sealed},
      values_masked = ${JSON.stringify(account.masked)}, fingerprint = ${account.fingerprint},
      last_digits = ${account.lastDigits}, owner_name = ${account.ownerName}, bank = ${account.bank}, version = version + 1,
        updated_at = ${new Date(now)}
    where id::text = ${id} and version = ${version} and state <> 'retired'`)) === 1;

/** Freezes, activates or retires a requisite. False: the version is not the newest, or the state cannot change. */
export const updateState = async (
  tx: Tx,
  { id, version, now, state, reason }: Versioned & { readonly state: PoolState; readonly reason: string | null },
): Promise<boolean> =>
  (await tx.run(sql`
    update pool_requisites set state = ${state}, frozen_reason = ${reason}, version = version + 1, updated_at = ${new Date(now)}
    where id::text = ${id} and version = ${version} and state <> 'retired' and state <> ${state}`)) === 1;

/** Whether an account is in use: by a requisite that is not retired, or by an order that may still pay to it. */
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
