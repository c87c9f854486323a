import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { addMissingWallets } from '#server/ledger/wallets.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import { DIRECTIONS, insertAll, overwriting, PAYMENT_SYSTEMS } from './columns.ts';

const json = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

/** Adds missing assets and wallets of payment systems. */
const addWalletsOf = (tx: Tx, systems: readonly PaymentSystem[]): Promise<unknown> =>
  addMissingWallets(
    tx,
    systems.flatMap(({ asset, scale, incomeWallet, outcomeWallet }) =>
      [incomeWallet, outcomeWallet].map((wallet) => ({ asset, scale, wallet })),
    ),
  );

/** Adds missing payment systems. Existing ones stay unchanged, except that empty aliases are filled. Returns the number of rows written. */
export async function addMissingPaymentSystems(tx: Tx, systems: readonly PaymentSystem[]): Promise<number> {
  await addWalletsOf(tx, systems);
  const aliases = sql`
    on conflict (code) do update set aliases = excluded.aliases where payment_systems.aliases = '{}' and excluded.aliases <> '{}'`;
  return tx.run(insertAll(PAYMENT_SYSTEMS, json(systems), aliases));
}

/** Adds missing directions; returns their number. */
export const addMissingDirections = (tx: Tx, directions: readonly Direction[]): Promise<number> =>
  tx.run(insertAll(DIRECTIONS, json(directions), sql`on conflict (income_code, outcome_code) do nothing`));

/** Saves whole payment systems over existing ones; adds their missing wallets and assets. */
export async function savePaymentSystems(tx: Tx, systems: readonly PaymentSystem[]): Promise<void> {
  await addWalletsOf(tx, systems);
  await tx.run(insertAll(PAYMENT_SYSTEMS, json(systems), overwriting(PAYMENT_SYSTEMS)));
}

/** Saves whole directions over existing ones. */
export async function saveDirections(tx: Tx, directions: readonly Direction[]): Promise<void> {
  await tx.run(insertAll(DIRECTIONS, json(directions), overwriting(DIRECTIONS)));
}

/**
 * Assigns a payment system to a rail of the configuration.
 * - Once: after an owner has moved it to another rail, it stays there.
 * - On this rail the given settings are renewed, others stay.
 * - False: no such system, moved, or on another `chain_id`.
 */
export async function assignRail(
  tx: Tx,
  { code, rail, railSettings }: { readonly code: string; readonly rail: string; readonly railSettings: Readonly<Record<string, string>> },
): Promise<boolean> {
  const chainId = railSettings['chain_id'] ?? '';
  const assigned = `rail_assigned:${code}:${rail}`;
  const changed = await tx.run(sql`
    update payment_systems
    set rail = ${rail}, rail_settings = case when rail = ${rail} then rail_settings else '{}'::jsonb end || ${json(railSettings)}::jsonb
    where code = ${code} and case
      when rail = ${rail} then coalesce(rail_settings ->> 'chain_id', ${chainId}) = ${chainId}
      else not exists (select 1 from settings where key = ${assigned}) end`);
  if (changed === 0) return false;
  await tx.run(sql`insert into settings (key, value) values (${assigned}, 'true') on conflict (key) do nothing`);
  return true;
}
