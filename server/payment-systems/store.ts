import { AnyRow } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { DirectionShape } from '#contract/direction-document.ts';
import { PaymentSystemShape } from '#contract/payment-system-document.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { DIRECTIONS, insertAll, overwriting, PAYMENT_SYSTEMS, selected } from './columns.ts';

/** All payment systems, in the order they are shown. A row that makes no sense is a fault: nothing is traded on a guess. */
export async function readPaymentSystems(db: Queryable): Promise<readonly PaymentSystem[]> {
  const rows = await db.many(AnyRow, sql`select ${selected(PAYMENT_SYSTEMS)} from payment_systems order by sort, code`);
  return rows.map((row) => PaymentSystemShape.parse(row));
}

/** All directions, enabled or not. */
export async function readDirections(db: Queryable): Promise<readonly Direction[]> {
  const rows = await db.many(AnyRow, sql`select ${selected(DIRECTIONS)} from directions order by income_code, outcome_code`);
  return rows.map((row) => DirectionShape.parse(row));
}

const FreeBalanceRow = z.object({
  wallet: z.string(),
  free: z.string(),
});

/** Free balance by wallet in minor units: posted less held, before the buffer; may be negative after a correction. */
export async function readFreeBalances(db: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many(FreeBalanceRow, sql`select wallet, posted - held as free from reserves`);
  return new Map(rows.map((row) => [row.wallet, BigInt(row.free)]));
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

/** What payment systems stand on: their assets, and the wallets that their money is received on and paid from. */
async function addMissingWallets(tx: Tx, systems: readonly PaymentSystem[]): Promise<void> {
  const rows = systems.flatMap(({ asset, scale, incomeWallet, outcomeWallet }) =>
    [incomeWallet, outcomeWallet].map((wallet) => ({ asset, scale, wallet })),
  );
  await tx.run(sql`
    with row as (select * from jsonb_to_recordset(${json(rows)}::jsonb) as row (asset text, scale int, wallet text)),
      new_assets as (insert into assets (code, scale) select distinct asset, scale from row on conflict (code) do nothing)
    insert into wallets (id, kind, asset) select distinct wallet, 'rail', asset from row on conflict (id) do nothing`);
}

/** Adds the payment systems that are not there yet and leaves the others as the operators made them, but for aliases that nobody has given yet. Gives the number written. */
export async function addMissingPaymentSystems(tx: Tx, systems: readonly PaymentSystem[]): Promise<number> {
  await addMissingWallets(tx, systems);
  const aliases = sql`
    on conflict (code) do update set aliases = excluded.aliases where payment_systems.aliases = '{}' and excluded.aliases <> '{}'`;
  return tx.run(insertAll(PAYMENT_SYSTEMS, json(systems), aliases));
}

/** Adds the directions that are not there yet. */
export const addMissingDirections = (tx: Tx, directions: readonly Direction[]): Promise<number> =>
  tx.run(insertAll(DIRECTIONS, json(directions), sql`on conflict (income_code, outcome_code) do nothing`));

/** Writes payment systems whole, over the ones that are there; wallets and assets that they stand on are made. */
export async function savePaymentSystems(tx: Tx, systems: readonly PaymentSystem[]): Promise<void> {
  await addMissingWallets(tx, systems);
  await tx.run(insertAll(PAYMENT_SYSTEMS, json(systems), overwriting(PAYMENT_SYSTEMS)));
}

/** Writes directions whole, over the ones that are there. */
export async function saveDirections(tx: Tx, directions: readonly Direction[]): Promise<void> {
  await tx.run(insertAll(DIRECTIONS, json(directions), overwriting(DIRECTIONS)));
}

/** Hands a payment system to another rail with that rail's settings. Gives whether there is such a system. */
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
