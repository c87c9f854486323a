import { col, type Db, join, raw, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

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
