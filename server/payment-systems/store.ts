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

/** Sets rail and rail settings of a payment system. False: no such system, or already on this rail with another `chain_id`. */
export async function setRail(
  tx: Tx,
  change: { readonly code: string; readonly rail: string; readonly railSettings: Readonly<Record<string, string>> },
): Promise<boolean> {
  const chainId = change.railSettings['chain_id'] ?? '';
  const changed = await tx.run(sql`
    update payment_systems set rail = ${change.rail}, rail_settings = ${json(change.railSettings)}::jsonb
    where code = ${change.code} and (rail <> ${change.rail} or coalesce(rail_settings ->> 'chain_id', ${chainId}) = ${chainId})`);
  return changed === 1;
}
