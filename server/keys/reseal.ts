import * as z from 'zod/mini';
import { BLACKLIST_KINDS, blacklistHashText } from '#core/customer/blacklist.ts';
import { cardHashInput } from '#server/card-verifications/queries.ts';
import { destinationText } from '#server/orders/destination.ts';
import { col, type Db, join, raw, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { fingerprintText } from '#server/pool/account.ts';
import { walletFingerprintText } from '#server/user-wallets/saved-wallets.ts';

const BlacklistKind = z.enum(BLACKLIST_KINDS);

/** A column of values encrypted by `secrets.seal`. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
  /** A keyed hash of the same text, and of the columns `with`, stored beside it. */
  readonly fingerprint?: {
    readonly column: string;
    readonly with: readonly string[];
    readonly text: (row: Readonly<Record<string, unknown>>, text: string) => string;
  };
}

/** Every sealed column; a test compares the list with the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'audit_keys', column: 'key_sealed', keys: ['subject_type', 'subject_id'] },
  { table: 'orders', column: 'income_requisites_sealed', keys: ['id'] },
  {
    table: 'orders',
    column: 'outcome_requisites_sealed',
    keys: ['id'],
    fingerprint: {
      column: 'outcome_fingerprint',
      with: ['outcome_code'],
      text: (row, text) => destinationText(String(row['outcome_code']), text),
    },
  },
  {
    table: 'user_wallets',
    column: 'values_sealed',
    keys: ['id'],
    fingerprint: {
      column: 'fingerprint',
      with: ['payment_system_code', 'side'],
      text: (row, text) => walletFingerprintText(String(row['payment_system_code']), String(row['side']), text),
    },
  },
  {
    table: 'withdrawals',
    column: 'requisites_sealed',
    keys: ['id'],
    fingerprint: {
      column: 'outcome_fingerprint',
      with: ['outcome_code'],
      text: (row, text) => destinationText(String(row['outcome_code']), text),
    },
  },
  {
    table: 'pool_requisites',
    column: 'values_sealed',
    keys: ['id'],
    fingerprint: { column: 'fingerprint', with: [], text: (_row, text) => fingerprintText(text) },
  },
  {
    table: 'card_verifications',
    column: 'card_sealed',
    keys: ['id'],
    fingerprint: { column: 'card_fingerprint', with: [], text: (_row, text) => cardHashInput(text) },
  },
  { table: 'card_verifications', column: 'picture_secret_sealed', keys: ['id'] },
  { table: 'data_exports', column: 'file_secret_sealed', keys: ['id'] },
  {
    table: 'blacklist_entries',
    column: 'value_sealed',
    keys: ['id'],
    fingerprint: { column: 'mark', with: ['kind'], text: (row, text) => blacklistHashText(BlacklistKind.parse(row['kind']), text) },
  },
  { table: 'business_requests', column: 'file_secret_sealed', keys: ['id'] },
  { table: 'approvals', column: 'payload_sealed', keys: ['id'] },
  { table: 'partner_keys', column: 'secret_sealed', keys: ['id'] },
  { table: 'partner_keys', column: 'old_secret_sealed', keys: ['id'] },
  { table: 'webhook_endpoints', column: 'secret_sealed', keys: ['id'] },
  { table: 'webhook_endpoints', column: 'former_secret_sealed', keys: ['id'] },
  { table: 'push_subscriptions', column: 'subscription_sealed', keys: ['id'] },
  { table: 'push_keys', column: 'private_sealed', keys: ['id'] },
  { table: 'totp_factors', column: 'secret_sealed', keys: ['id'] },
  { table: 'letters', column: 'letter_sealed', keys: ['id'] },
  { table: 'idempotency_keys', column: 'response_sealed', keys: ['scope', 'key'] },
];

const BATCH = 200;

/** The result for one column. */
export interface ColumnResult {
  readonly column: string;
  readonly resealed: number;
  readonly alreadyNew: number;
  /** Primary keys of rows that no known secret opens; left unchanged. */
  readonly lost: readonly string[];
}

type Deps = { readonly db: Db; readonly secrets: Pick<Secrets, 'isSealedByNewest' | 'seal' | 'unseal' | 'fingerprint'> };
/** Primary key and further columns as text, by their names. */
const rowOf = ({ keys, fingerprint }: SealedColumn) =>
  rowType({ ...Object.fromEntries([...keys, ...(fingerprint?.with ?? [])].map((name) => [name, col.text])), sealed: col.bytes });
type Row = RowOf<ReturnType<typeof rowOf>> & Readonly<Record<string, unknown>>;
type Tally = { resealed: number; alreadyNew: number; lost: string[] };

const keysOf = ({ keys }: SealedColumn, row: Row): string[] => keys.map((key) => String(row[key]));
const tuple = (column: SealedColumn, row: Row) => sql`(${join(keysOf(column, row))})`;
const columnsOf = ({ keys }: SealedColumn) => join(keys.map((key) => raw(`${key}::text`)));

/** The next rows, locked against concurrent writes. */
function nextRows(tx: Tx, column: SealedColumn, after: Row | undefined): Promise<Row[]> {
  const from = after === undefined ? sql`true` : sql`(${columnsOf(column)}) > ${tuple(column, after)}`;
  const extraColumns = (column.fingerprint?.with ?? []).map((name) => raw(`, ${name}`));
  return tx.many(
    rowOf(column),
    sql`
    select ${join(column.keys.map((key) => raw(`${key}::text as ${key}`)))},
      ${raw(column.column)} as sealed${extraColumns.length === 0 ? raw('') : join(extraColumns, '')}
    from ${raw(column.table)} where ${raw(column.column)} is not null and ${from}
    order by ${columnsOf(column)} limit ${BATCH} for update`,
  );
}

function unsealed({ secrets }: Deps, sealed: Buffer): string | undefined {
  try {
    return secrets.unseal(sealed);
  } catch {
    return undefined;
  }
}

async function resealRow(deps: Deps, tx: Tx, { column, row, tally }: { column: SealedColumn; row: Row; tally: Tally }): Promise<void> {
  if (deps.secrets.isSealedByNewest(row.sealed)) {
    tally.alreadyNew++;
    return;
  }
  const text = unsealed(deps, row.sealed);
  if (text === undefined) {
    tally.lost.push(keysOf(column, row).join(' '));
    return;
  }
  const fingerprintOf = column.fingerprint;
  const fingerprint =
    fingerprintOf === undefined
      ? raw('')
      : sql`, ${raw(fingerprintOf.column)} = ${deps.secrets.fingerprint(fingerprintOf.text(row, text))}`;
  await tx.run(sql`
    update ${raw(column.table)} set ${raw(column.column)} = ${deps.secrets.seal(text)}${fingerprint}
    where (${columnsOf(column)}) = ${tuple(column, row)}`);
  tally.resealed++;
}

async function resealColumn(deps: Deps, column: SealedColumn): Promise<ColumnResult> {
  const tally: Tally = { resealed: 0, alreadyNew: 0, lost: [] };
  let last: Row | undefined;
  for (let isMore = true; isMore; ) {
    const rows = await deps.db.tx(async (tx) => {
      const batch = await nextRows(tx, column, last);
      for (const row of batch) await resealRow(deps, tx, { column, row, tally });
      return batch;
    });
    last = rows.at(-1);
    isMore = rows.length === BATCH;
  }
  return { column: `${column.table}.${column.column}`, ...tally };
}

/**
 * Re-encrypts every value not encrypted with the newest secret, in small transactions, while the service runs. Can be repeated.
 * Afterwards no value needs an older secret.
 */
export async function reseal(deps: Deps): Promise<readonly ColumnResult[]> {
  const results: ColumnResult[] = [];
  for (const column of SEALED_COLUMNS) results.push(await resealColumn(deps, column));
  return results;
}
