import { RESERVE_REQUEST_STATES, type ReserveRequestState } from '#core/customer/reserve-request.ts';
import type { Instant } from '#core/time.ts';
import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';

export const OfficeRow = rowType(
  {
    id: col.text,
    email: col.text,
    phone: col.nullable(col.text),
    locale: col.oneOf(['ru', 'en']),
    has_account: col.computed(col.bool, sql`r.user_id is not null`),
    income_code: col.nullable(col.text),
    outcome_code: col.text,
    amount: col.text,
    state: col.oneOf(RESERVE_REQUEST_STATES),
    asked_at: col.timestamp,
    said_at: col.timestamp,
    notified_at: col.nullable(col.timestamp),
    ended_at: col.nullable(col.timestamp),
    ended_by_name: col.computed(col.nullable(col.text), sql`${nameOf(sql`r.ended_by`)}`),
    end_note: col.nullable(col.text),
  },
  'r',
);
export type OfficeRow = RowOf<typeof OfficeRow>;

const source = sql`reserve_requests r`;

export interface RequestFilter {
  readonly state: ReserveRequestState | undefined;
  readonly code: string | undefined;
  readonly q: string | undefined;
}

function whereOf({ state, code, q }: RequestFilter): Sql {
  const pattern = `%${escapeLike(q ?? '')}%`;
  return sql`(${state ?? null}::text is null or r.state = ${state ?? null})
    and (${code ?? null}::text is null or r.outcome_code = ${code ?? null})
    and (${q ?? null}::text is null or r.email ilike ${pattern} or r.phone ilike ${pattern})`;
}

const askedAt: SortKey = { column: sql`r.asked_at`, type: 'timestamptz' };
const SORTABLE = {
  asked_at: askedAt,
  amount: { column: sql`r.amount`, type: 'numeric' },
  payment_system_id: { column: sql`r.outcome_code`, type: 'text' },
} as const satisfies Record<string, SortKey>;
const OLDEST_FIRST: readonly SortKey[] = [askedAt, { column: sql`r.id`, type: 'uuid' }];

export const listRequests = async (db: Queryable, filter: RequestFilter, page: PageRequest): Promise<ListPage<OfficeRow>> =>
  await readListPage(
    db,
    { row: OfficeRow, source, where: whereOf(filter) },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, OLDEST_FIRST) },
  );

export const countRequests = (db: Queryable, filter: RequestFilter, limit: number): Promise<number> =>
  countUpTo(db, sql`from reserve_requests r where ${whereOf(filter)}`, limit);

export const findForOffice = (db: Queryable, id: string): Promise<OfficeRow | undefined> =>
  db.maybe(OfficeRow, sql`select ${OfficeRow.list} from ${source} where r.id::text = ${id}`);

/** Returns 0 if the request is no longer open. */
export const cancelByOperator = (
  tx: Tx,
  id: string,
  { operatorId, note, now }: { readonly operatorId: string; readonly note: string; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    update reserve_requests set state = 'cancelled', ended_at = ${new Date(now)}, ended_by = ${operatorId}, end_note = ${note}
    where id::text = ${id} and state = 'open'`);

const DemandRow = rowType({ code: col.text, count: col.number, amount: col.text, oldest_at: col.timestamp });
export type DemandRow = RowOf<typeof DemandRow>;

/** Open requests by payment system, most requested first. */
export const readDemand = (db: Queryable): Promise<DemandRow[]> =>
  db.many(
    DemandRow,
    sql`
    select outcome_code as code, count(*)::int as count, sum(amount)::text as amount, min(asked_at) as oldest_at
    from reserve_requests where state = 'open' group by 1 order by 2 desc, 1`,
  );
