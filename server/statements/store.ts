import * as z from 'zod/mini';
import { RECORDABLE_STATUSES, ORDER_STATUSES } from '#core/order/status.ts';
import { LINE_SOURCES, LINE_STATES, type LineSource, type LineState, type BankEntry } from '#core/statements/entry.ts';
import { referenceOf } from '#core/order/payment-reports.ts';
import type { NumberEntry, OpenOrder } from '#core/statements/match.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import { type DayRange, inDays } from '#server/platform/db/day-range.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { hasNumber } from '#server/orders/has-number.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';

const LineRow = rowType(
  {
    id: col.text,
    payment_system_code: col.text,
    wallet: col.text,
    requisite_id: col.nullable(col.text),
    amount: col.text,
    at: col.timestamp,
    is_day_only: col.bool,
    reference: col.nullable(col.text),
    last_digits: col.nullable(col.text),
    sender: col.nullable(col.text),
    text: col.text,
    source: col.oneOf(LINE_SOURCES),
    recorded_by_name: col.computed(col.nullable(col.text), sql`coalesce(r.full_name, r.email)`),
    recorded_at: col.timestamp,
    state: col.oneOf(LINE_STATES),
    order_id: col.nullable(col.text),
    /** The line that this one is a part of. */
    split_of: col.nullable(col.text),
    explains: col.nullable(col.bool),
    observed_reference: col.nullable(col.text),
    ended_by_name: col.computed(col.nullable(col.text), sql`coalesce(e.full_name, e.email)`),
    ended_at: col.nullable(col.timestamp),
    end_reference: col.nullable(col.text),
    note: col.nullable(col.text),
  },
  'l',
);
export type LineRow = RowOf<typeof LineRow>;

const source = sql`bank_lines l left join users r on r.id = l.recorded_by left join users e on e.id = l.ended_by`;

export interface NewLine extends BankEntry {
  readonly id: string;
  readonly code: string;
  readonly wallet: string;
  readonly requisiteId: string | null;
  readonly fingerprint: Buffer;
  readonly source: LineSource;
  readonly by: string;
  readonly now: Instant;
  /** The line that this one is a part of. */
  readonly splitOf?: string;
}

/** Inserts a line. False: it was imported before. */
export const insertLine = async (tx: Tx, line: NewLine): Promise<boolean> =>
  (await tx.run(sql`
    insert into bank_lines (id, payment_system_code, wallet, requisite_id, fingerprint, amount, at, is_day_only, reference, last_digits,
      sender, text,
      source, recorded_by, recorded_at, state, split_of)
    values (${line.id}, ${line.code}, ${line.wallet}, ${line.requisiteId}, ${line.fingerprint}, ${String(line.amount)},
      ${new Date(line.at)},
      ${line.isDayOnly}, ${line.reference}, ${line.lastDigits}, ${line.sender}, ${line.text}, ${line.source}, ${line.by},
        ${new Date(line.now)}, 'unmatched', ${line.splitOf ?? null}::uuid)
    on conflict (payment_system_code, fingerprint) do nothing`)) === 1;

const FingerprintRow = rowType({ fingerprint: col.bytes });

/** The fingerprints, in hex, of those entries that were imported before. */
export const findImported = async (db: Queryable, code: string, fingerprints: readonly Buffer[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.many(
        FingerprintRow,
        sql`select fingerprint from bank_lines where payment_system_code = ${code} and fingerprint = any(${fingerprints}::bytea[])`,
      )
    ).map(({ fingerprint }) => fingerprint.toString('hex')),
  );

export const findLine = async (db: Queryable, id: string): Promise<LineRow | undefined> =>
  await db.maybe(LineRow, sql`select ${LineRow.list} from ${source} where l.id::text = ${id}`);

/** One line, locked until the transaction ends. */
export async function lockLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  await tx.many(AnyRow, sql`select 1 as found from bank_lines where id::text = ${id} for update`);
  return await findLine(tx, id);
}

export const saveMatched = async (
  tx: Tx,
  id: string,
  match: { readonly orderId: string; readonly reference: string; readonly explains: boolean; readonly by: string; readonly now: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    update bank_lines set state = 'matched', order_id = ${match.orderId}, observed_reference = ${match.reference},
      explains = ${match.explains},
      ended_by = ${match.by}, ended_at = ${new Date(match.now)}
    where id::text = ${id} and state = 'unmatched'`)) === 1;

const ObservedReferenceRow = rowType({ observed_reference: col.text });

/** References under which lines were recorded at an order. */
export const findObservedReferences = async (tx: Tx, orderId: string): Promise<string[]> =>
  (
    await tx.many(
      ObservedReferenceRow,
      sql`select observed_reference from bank_lines where order_id = ${orderId} and observed_reference is not null`,
    )
  ).map(({ observed_reference: name }) => name);

export const saveResolution = async (
  tx: Tx,
  id: string,
  end: {
    readonly state: Exclude<LineState, 'matched' | 'unmatched'>;
    readonly reference: string | null;
    readonly note: string | null;
    readonly by: string;
    readonly now: Instant;
  },
): Promise<boolean> =>
  (await tx.run(sql`
    update bank_lines set state = ${end.state}, end_reference = ${end.reference}, note = ${end.note}, ended_by = ${end.by},
      ended_at = ${new Date(end.now)}
    where id::text = ${id} and state = 'unmatched'`)) === 1;

/** Takes a line back from its order into suspense. False: it is not matched to this order any more. */
export const saveUnmatched = async (tx: Tx, id: string, orderId: string): Promise<boolean> =>
  (await tx.run(sql`
    update bank_lines set state = 'unmatched', order_id = null, observed_reference = null, ended_by = null, ended_at = null
    where id::text = ${id} and state = 'matched' and order_id = ${orderId}`)) === 1;

const OthersRow = rowType({ others: col.number });

/** How many other lines are recorded at an order under this reference: the money of one observation. */
export const countLinesOf = async (
  tx: Tx,
  line: { readonly id: string; readonly orderId: string; readonly reference: string },
): Promise<number> =>
  (
    await tx.one(
      OthersRow,
      sql`select count(*)::int as others from bank_lines
        where order_id = ${line.orderId} and observed_reference = ${line.reference} and id::text <> ${line.id}`,
    )
  ).others;

const CandidateRow = rowType({
  id: col.text,
  asked: col.text,
  received: col.text,
  requisite_id: col.text,
  requisite_digits: col.text,
  payer: col.textRecord,
  since: col.timestamp,
  status: col.oneOf(ORDER_STATUSES),
  words: col.json(z.array(z.object({ amount: z.string(), reference: z.string(), source: z.nullable(z.string()) }))),
});

/** The last four digits shown by the first of the payer's masked requisites that ends with four digits. */
const digitsOf = (masked: Readonly<Record<string, string>>): string | null =>
  Object.values(masked)
    .map((value) => /(\d{4})$/.exec(value.replaceAll(/[\s-]/g, ''))?.[1])
    .find((digits) => digits !== undefined) ?? null;

const MAX_CANDIDATES = 5_000;

/** Orders of a payment system that got their requisites between two times, as input of the matching with lines. */
export async function findCandidates(
  db: Queryable,
  code: string,
  window: { readonly from: Instant; readonly until: Instant; readonly orderId?: string },
): Promise<OpenOrder[]> {
  const isAsked = window.orderId === undefined ? sql`true` : sql`v.order_id = ${window.orderId}`;
  const rows = await db.many(
    CandidateRow,
    sql`
    select o.id, v.amount::text as asked, o.received_amount::text as received, v.requisite_id, p.last_digits as requisite_digits,
      o.income_requisites_masked as payer, v.given_at as since, o.status,
      coalesce((select json_agg(json_build_object('amount', d.amount::text, 'reference', d.reference, 'source', b.source))
        from deposits d left join bank_lines b on b.order_id = d.order_id
          and lower(replace(b.observed_reference, ' ', '')) = lower(replace(d.reference, ' ', ''))
        where d.order_id = o.id and d.rail = 'operator' and d.state = 'final'), '[]'::json) as words
    from pool_reservations v join orders o on o.id = v.order_id join pool_requisites p on p.id = v.requisite_id
    where v.payment_system_code = ${code} and ${isAsked} and v.given_at between ${new Date(window.from - 9 * DAY_MS)}
    and ${new Date(window.until + DAY_MS)}
    order by v.given_at desc limit ${MAX_CANDIDATES}`,
  );
  return rows.map((row) => ({
    id: row.id,
    expected: BigInt(row.asked),
    received: BigInt(row.received),
    requisiteId: row.requisite_id,
    requisiteLastDigits: row.requisite_digits || null,
    payerLastDigits: digitsOf(row.payer),
    since: row.since.getTime(),
    isOpen: RECORDABLE_STATUSES.includes(row.status),
    entries: row.words.map(({ amount, ...word }) => ({ ...word, amount: BigInt(amount) })),
  }));
}

/** Locks the imports of a payment system until the transaction ends: two at once would not see each other's numbers. */
export const lockImports = async (tx: Tx, code: string): Promise<unknown> =>
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtext('bank lines'), hashtext(${code})) is null as done`);

const EntryRow = rowType({
  line_id: col.nullable(col.text),
  reference: col.text,
  amount: col.text,
  order_id: col.nullable(col.text),
  source: col.nullable(col.oneOf(LINE_SOURCES)),
  sender: col.nullable(col.text),
});

/** An entry with an operation number, and its line; null for an operator's observation at an order. */
export interface EntryWithLine extends NumberEntry {
  readonly lineId: string | null;
}

/**
 * Lines and operators' observations with one of these operation numbers, without lines recorded by mistake. SQL compares the digits, then
 * code the whole number, because database collations fold letters differently.
 */
export async function findNumberEntries(db: Queryable, code: string, references: readonly (string | null)[]): Promise<EntryWithLine[]> {
  const numbers = [...new Set(references.flatMap((reference) => (reference === null ? [] : [referenceOf(reference)])))];
  if (numbers.length === 0) return [];
  const digits = [...new Set(numbers.map((number) => number.replaceAll(/[^0-9]/g, '')))];
  const rows = await db.many(
    EntryRow,
    sql`
    select l.id as line_id, l.reference, l.amount::text as amount, l.order_id, l.source, l.sender from bank_lines l
    where l.payment_system_code = ${code} and l.state <> 'mistaken' and l.split_of is null and l.reference is not null
      and regexp_replace(l.reference, '[^0-9]', '', 'g') = any(${digits}::text[])
    union all
    select null, d.reference, d.amount::text, d.order_id, null, null from deposits d
    where d.rail = 'operator' and d.state = 'final' and d.payment_system_code = ${code} and d.reference_key = any(${numbers}::text[])
      and not exists (select from bank_lines l
      where l.order_id = d.order_id and l.observed_reference = d.reference and l.reference = d.reference)`,
  );
  return rows
    .filter(({ reference }) => numbers.includes(referenceOf(reference)))
    .map(({ line_id: lineId, order_id: orderId, amount, ...entry }) => ({ ...entry, lineId, orderId, amount: BigInt(amount) }));
}

export interface LineFilter {
  /** Undefined: all. */
  readonly state: 'unmatched' | 'ended' | undefined;
  readonly code: string | undefined;
  readonly q: string | undefined;
  /** When the money arrived. */
  readonly days: DayRange;
}

const STATES = { unmatched: sql`l.state = 'unmatched'`, ended: sql`l.state <> 'unmatched'` } as const;

const condition = ({ state, code, q, days }: LineFilter): Sql => {
  const byState = state === undefined ? sql`true` : STATES[state];
  const byCode = code === undefined ? sql`true` : sql`l.payment_system_code = ${code}`;
  const byWord =
    q === undefined
      ? sql`true`
      : sql`(l.reference = ${q} or l.last_digits = ${q} or l.sender ilike ${`${q}%`} or ${hasNumber(sql`l.order_id`, q)})`;
  return sql`${byState} and ${byCode} and ${byWord} and ${inDays(sql`l.at`, days)}`;
};

const SORTABLE = {
  at: { column: sql`l.at`, type: 'timestamptz' },
  amount: { column: sql`l.amount`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
/** Unmatched lines oldest first, all others newest first. */
export async function listLines(db: Queryable, filter: LineFilter, page: ListPart): Promise<ListPage<LineRow>> {
  const defaultKeys: readonly SortKey[] = [
    { ...SORTABLE.at, isDescending: filter.state !== 'unmatched' },
    { column: sql`l.id`, type: 'uuid' },
  ];
  const list = { row: LineRow, source, where: condition(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, defaultKeys) });
}

export const countLines = (db: Queryable, filter: LineFilter, most?: number): Promise<number> =>
  countUpTo(db, sql`from bank_lines l where ${condition(filter)}`, most);

const TableRow = rowType({ mapping: col.json(z.record(z.string(), z.number())) });

/** The saved column mapping of tables with these heads. */
export const findTable = async (db: Queryable, hash: Buffer): Promise<Readonly<Record<string, number>> | undefined> =>
  (await db.maybe(TableRow, sql`select mapping from bank_tables where heads_hash = ${hash}`))?.mapping;

export const saveTable = async (
  tx: Tx,
  table: { readonly hash: Buffer; readonly heads: readonly string[]; readonly mapping: object; readonly by: string; readonly now: Instant },
): Promise<number> =>
  await tx.run(sql`
    insert into bank_tables (heads_hash, heads, mapping, saved_by, saved_at)
    values (${table.hash}, ${table.heads}::text[], ${JSON.stringify(table.mapping)}, ${table.by}, ${new Date(table.now)})
    on conflict (heads_hash) do update set mapping = excluded.mapping, saved_by = excluded.saved_by, saved_at = excluded.saved_at`);
