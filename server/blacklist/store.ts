import { BLACKLIST_KINDS, BLACKLIST_REASONS, type BlacklistKind, type BlacklistReason } from '#core/customer/blacklist.ts';
import type { Instant } from '#core/time.ts';
import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';

export const EntryRow = rowType(
  {
    id: col.text,
    kind: col.oneOf(BLACKLIST_KINDS),
    masked: col.text,
    reason: col.oneOf(BLACKLIST_REASONS),
    note: col.text,
    made_by_name: col.computed(col.text, sql`${nameOf(sql`e.made_by`)}`),
    made_at: col.timestamp,
    ends_at: col.nullable(col.timestamp),
    ended_by_name: col.computed(col.nullable(col.text), sql`${nameOf(sql`e.ended_by`)}`),
    ended_at: col.nullable(col.timestamp),
    end_note: col.nullable(col.text),
    hits: col.text,
    last_hit_at: col.nullable(col.timestamp),
  },
  'e',
);
export type EntryRow = RowOf<typeof EntryRow>;

export interface NewEntry {
  readonly id: string;
  readonly kind: BlacklistKind;
  readonly hash: Buffer;
  readonly network: string | null;
  readonly sealed: Buffer;
  readonly masked: string;
  readonly reason: BlacklistReason;
  readonly note: string;
  readonly madeBy: string;
  readonly now: Instant;
  readonly endsAt: Instant | null;
}

/** Returns 0 if the value is blacklisted already. An expired entry for it is ended first. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<number> {
  const now = new Date(entry.now);
  await tx.run(sql`update blacklist_entries set ended_at = ends_at where mark = ${entry.hash} and ended_at is null and ends_at <= ${now}`);
  return await tx.run(sql`
    insert into blacklist_entries (id, kind, mark, network, value_sealed, masked, reason, note, made_by, made_at, ends_at)
    values (${entry.id}, ${entry.kind}, ${entry.hash}, network(${entry.network}::inet), ${entry.sealed}, ${entry.masked}, ${entry.reason},
      ${entry.note},
      ${entry.madeBy}, ${now}, ${entry.endsAt === null ? null : new Date(entry.endsAt)})
    on conflict (mark) where ended_at is null do nothing`);
}

/** Returns 0 if it has ended already. */
export const endEntry = (
  tx: Tx,
  id: string,
  by: { readonly operatorId: string; readonly note: string; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    update blacklist_entries set ended_at = ${new Date(by.now)}, ended_by = ${by.operatorId}, end_note = ${by.note}
    where id::text = ${id} and ended_at is null and (ends_at is null or ends_at > ${new Date(by.now)})`);

export interface BlacklistLookup {
  readonly hashes: readonly Buffer[];
  /** In the notation of PostgreSQL; undefined if unknown. */
  readonly address: string | undefined;
  readonly now: Instant;
}

const HitRow = rowType({ id: col.text });

/** Active entries that match. */
export const findEntries = (db: Queryable, { hashes, address, now }: BlacklistLookup): Promise<RowOf<typeof HitRow>[]> =>
  db.many(
    HitRow,
    sql`
    select id::text from blacklist_entries
    where ended_at is null and (ends_at is null or ends_at > ${new Date(now)})
      and (mark = any (${[...hashes]}::bytea[]) or network >>= ${address ?? null}::inet)`,
  );

export const countHits = (db: Queryable, ids: readonly string[], now: Instant): Promise<number> =>
  db.run(sql`update blacklist_entries set hits = hits + 1, last_hit_at = ${new Date(now)} where id::text = any (${[...ids]}::text[])`);

export interface EntryFilter {
  readonly state: 'active' | 'ended' | 'all';
  readonly kind: BlacklistKind | undefined;
  /** Text of the mask or the note. */
  readonly q: string | undefined;
  /** Hashes of the text, for every kind it could be. */
  readonly hashes: readonly Buffer[];
  readonly address: string | undefined;
  readonly now: Instant;
}

const stateOf = ({ state, now }: EntryFilter): Sql => {
  const active = sql`(e.ended_at is null and (e.ends_at is null or e.ends_at > ${new Date(now)}))`;
  return state === 'all' ? sql`true` : state === 'active' ? active : sql`not ${active}`;
};

const whereOf = (filter: EntryFilter): Sql => {
  const { kind, q, hashes, address } = filter;
  const pattern = `%${escapeLike(q ?? '')}%`;
  return sql`${stateOf(filter)} and (${kind ?? null}::text is null or e.kind = ${kind ?? null})
    and (${q ?? null}::text is null or e.masked ilike ${pattern} or e.note ilike ${pattern}
      or e.mark = any (${[...hashes]}::bytea[]) or e.network >>= ${address ?? null}::inet)`;
};

const source = sql`blacklist_entries e`;

const madeAt: SortKey = { column: sql`e.made_at`, type: 'timestamptz' };
const SORTABLE = {
  made_at: madeAt,
  kind: { column: sql`e.kind`, type: 'text' },
  ends_at: { column: sql`e.ends_at`, type: 'timestamptz', isNullable: true },
  hits: { column: sql`e.hits`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...madeAt, isDescending: true },
  { column: sql`e.id`, type: 'uuid' },
];

export async function listEntries(db: Queryable, filter: EntryFilter, page: PageRequest): Promise<ListPage<EntryRow>> {
  const list = { row: EntryRow, source, where: whereOf(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) });
}

export const countEntries = (db: Queryable, filter: EntryFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from blacklist_entries e where ${whereOf(filter)}`, max);

export const findEntry = (db: Queryable, id: string): Promise<EntryRow | undefined> =>
  db.maybe(EntryRow, sql`select ${EntryRow.list} from ${source} where e.id::text = ${id}`);
