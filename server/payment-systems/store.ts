import { AnyRow } from '#server/platform/db/row.ts';
import sql, { type Sql, join } from 'sql-template-tag';
import * as z from 'zod/mini';
import { type Direction, PAYMENT_SYSTEM_KINDS, type PaymentSystem } from '#core/payment-system/payment-system.ts';
import { REQUISITE_FIELD_KINDS } from '#core/payment-system/requisite-field.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { directionRow, localised, minor, wholeNumber } from './direction-row.ts';

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

const fieldRow = z.object({
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)),
  label: localised,
  kind: z.enum(REQUISITE_FIELD_KINDS),
  required: z.boolean(),
  pattern: z.nullable(z.string().check(z.refine(compiles, 'not a pattern'))),
  example: z.nullable(z.string()),
  minLength: z.nullable(wholeNumber),
  maxLength: z.nullable(wholeNumber),
  digits: z.nullable(wholeNumber),
  network: z.nullable(z.string()),
  // Rows from before this member know no countries
  countries: z._default(z.nullable(z.array(z.string())), null),
  mayBeAbsent: z.boolean(),
});

const systemRow = z.object({
  code: z.string(),
  kind: z.enum(PAYMENT_SYSTEM_KINDS),
  name: localised,
  aliases: z.array(z.string()),
  currency: z.string(),
  asset: z.string(),
  incomeWallet: z.string(),
  outcomeWallet: z.string(),
  marketSymbol: z.string(),
  network: z.nullable(z.string()),
  scale: wholeNumber,
  precision: wholeNumber,
  rail: z.string(),
  railSettings: z.record(z.string(), z.string()),
  minAmount: minor,
  maxAmount: minor,
  reserveBuffer: minor,
  networkFee: minor,
  requiredConfirmations: wholeNumber,
  incomeEnabled: z.boolean(),
  outcomeEnabled: z.boolean(),
  referalOutputEnabled: z.boolean(),
  incomeFields: z.array(fieldRow),
  outcomeFields: z.array(fieldRow),
  mark: z.object({ monogram: z.string(), tint: z.string() }),
  sort: z.int(),
});

/** All payment systems, in the order they are shown. A row that makes no sense is a fault: nothing is traded on a guess. */
export async function readPaymentSystems(db: Queryable): Promise<readonly PaymentSystem[]> {
  const rows = await db.many(
    AnyRow,
    sql`
    select code, kind, name, aliases, currency, asset, income_wallet as "incomeWallet",
      outcome_wallet as "outcomeWallet", market_symbol as "marketSymbol", network, scale, "precision", rail,
      rail_settings as "railSettings", min_amount as "minAmount", max_amount as "maxAmount", reserve_buffer as "reserveBuffer",
      network_fee as "networkFee", required_confirmations as "requiredConfirmations", income_enabled as "incomeEnabled",
      outcome_enabled as "outcomeEnabled", referal_output_enabled as "referalOutputEnabled",
      income_fields as "incomeFields", outcome_fields as "outcomeFields", mark, sort
    from payment_systems order by sort, code`,
  );
  return rows.map((row) => systemRow.parse(row));
}

/** All directions, enabled or not. */
export async function readDirections(db: Queryable): Promise<readonly Direction[]> {
  const rows = await db.many(
    AnyRow,
    sql`
    select income_code as "incomeCode", outcome_code as "outcomeCode", enabled, rate_type as "rateType", margin_ppm as "marginPpm",
      income_fee_ppm as "incomeFeePpm", outcome_fee_ppm as "outcomeFeePpm", income_fee_fixed as "incomeFeeFixed",
      outcome_fee_fixed as "outcomeFeeFixed", min_income as "minIncome", max_income as "maxIncome", steps,
      tolerance_ppm as "tolerancePpm", payment_window_ms as "paymentWindowMs", eta_minutes as "etaMinutes",
      denied_countries as "deniedCountries", margin_by_reserve as "marginByReserve", margin_by_hour as "marginByHour",
      monitor_rule as "monitorRule", verification, conditions, work_hours as "workHours", file_flags as "fileFlags"
    from directions order by income_code, outcome_code`,
  );
  return rows.map((row) => directionRow.parse(row));
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
  const rows = systems.map(
    (
      system,
    ): Sql => sql`(${system.code}, ${system.kind}, ${json(system.name)}::jsonb, ${[...system.aliases]}::text[], ${system.currency}, ${system.asset}, ${system.incomeWallet}, ${system.outcomeWallet}, ${system.marketSymbol},
      ${system.network}, ${system.scale}, ${system.precision}, ${system.rail}, ${json(system.railSettings)}::jsonb,
      ${system.minAmount.toString()}::numeric, ${system.maxAmount.toString()}::numeric, ${system.reserveBuffer.toString()}::numeric,
      ${system.networkFee.toString()}::numeric, ${system.requiredConfirmations}, ${system.incomeEnabled}, ${system.outcomeEnabled},
      ${system.referalOutputEnabled}, ${json(system.incomeFields)}::jsonb, ${json(system.outcomeFields)}::jsonb, ${json(system.mark)}::jsonb, ${system.sort})`,
  );
  await addMissingWallets(tx, systems);
  return tx.run(sql`
    insert into payment_systems (code, kind, name, aliases, currency, asset, income_wallet, outcome_wallet, market_symbol, network, scale, "precision", rail, rail_settings,
      min_amount, max_amount, reserve_buffer, network_fee, required_confirmations, income_enabled, outcome_enabled,
      referal_output_enabled, income_fields, outcome_fields, mark, sort)
    values ${join(rows)} on conflict (code) do update set aliases = excluded.aliases
      where payment_systems.aliases = '{}' and excluded.aliases <> '{}'`);
}

/** Adds the directions that are not there yet; one JSON document, because a statement takes only so many parameters. */
export async function addMissingDirections(tx: Tx, directions: readonly Direction[]): Promise<number> {
  return tx.run(sql`
    insert into directions (income_code, outcome_code, enabled, rate_type, margin_ppm, income_fee_ppm, outcome_fee_ppm,
      income_fee_fixed, outcome_fee_fixed, min_income, max_income, steps, tolerance_ppm, payment_window_ms, eta_minutes, denied_countries,
      margin_by_reserve, margin_by_hour, monitor_rule, verification, conditions, work_hours, file_flags)
    select "incomeCode", "outcomeCode", enabled, "rateType", "marginPpm", "incomeFeePpm", "outcomeFeePpm",
      "incomeFeeFixed", "outcomeFeeFixed", "minIncome", "maxIncome", steps, "tolerancePpm", "paymentWindowMs", "etaMinutes",
      array(select jsonb_array_elements_text("deniedCountries")), "marginByReserve", "marginByHour", nullif("monitorRule", 'null'),
      verification, nullif(conditions, 'null'), nullif("workHours", 'null'), "fileFlags"
    from jsonb_to_recordset(${json(directions)}::jsonb) as row ("incomeCode" text, "outcomeCode" text, enabled boolean, "rateType" text,
      "marginPpm" int, "incomeFeePpm" int, "outcomeFeePpm" int, "incomeFeeFixed" numeric, "outcomeFeeFixed" numeric, "minIncome" numeric,
      "maxIncome" numeric, steps jsonb, "tolerancePpm" int, "paymentWindowMs" bigint, "etaMinutes" int, "deniedCountries" jsonb,
      "marginByReserve" jsonb, "marginByHour" jsonb, "monitorRule" jsonb, verification jsonb, conditions jsonb, "workHours" jsonb,
      "fileFlags" jsonb)
    on conflict (income_code, outcome_code) do nothing`);
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
