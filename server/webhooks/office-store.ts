import { WEBHOOK_HEALTHS } from '#contract/office/customers/webhooks.ts';
import { HOUR_MS, type Instant } from '#core/time.ts';
import { col, escapeLike, extendRow, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { EndpointRow } from './endpoint-store.ts';

const OfficeRow = extendRow(EndpointRow, { owner: col.text, health: col.oneOf(WEBHOOK_HEALTHS) });
export type OfficeRow = RowOf<typeof OfficeRow>;
type Health = OfficeRow['health'];

const health = sql`case when e.paused_by is not null then 'paused' when e.failing_since is not null then 'failing' else 'taking' end`;
/** The endpoint's columns with the partner's e-mail and the endpoint's health. */
const source = sql`(select ${EndpointRow.list}, (select email from users u where u.id = e.user_id) as owner, ${health} as health
  from webhook_endpoints e) w`;

const createdAt: SortKey = { column: sql`w.created_at`, type: 'timestamptz' };
const TROUBLE_FIRST: readonly SortKey[] = [
  { column: sql`(w.health = 'taking')`, type: 'boolean' },
  { ...createdAt, isDescending: true },
  { column: sql`w.id`, type: 'uuid' },
];

interface EndpointFilter {
  readonly health?: Health | undefined;
  readonly q?: string | undefined;
}

function filterCondition({ health: healthFilter, q = '' }: EndpointFilter): Sql {
  const like = `%${escapeLike(q)}%`;
  const matches = q === '' ? sql`true` : sql`(w.owner ilike ${like} or w.url ilike ${like})`;
  return sql`${healthFilter === undefined ? sql`true` : sql`w.health = ${healthFilter}`} and ${matches}`;
}

export const listOfficeEndpoints = (db: Queryable, filter: EndpointFilter, page: PageRequest): Promise<ListPage<OfficeRow>> =>
  readListPage(
    db,
    { row: OfficeRow, source, where: filterCondition(filter) },
    { ...page, keys: sortedKeys(page.sort, { created_at: createdAt }, TROUBLE_FIRST) },
  );

export const countOfficeEndpoints = (db: Queryable, filter: EndpointFilter, maxCounted: number): Promise<number> =>
  countUpTo(db, sql`from ${source} where ${filterCondition(filter)}`, maxCounted);

export const findOfficeEndpoint = (db: Queryable, id: string): Promise<OfficeRow | undefined> =>
  db.maybe(OfficeRow, sql`select ${OfficeRow.list} from ${source} where w.id = ${id}`);

const ReachRow = rowType({ attempted: col.number, unreached: col.number });

/** Numbers of endpoints called since a time, and of those that never responded. A wrong response counts as reached. */
export const countUnreached = (db: Queryable, since: Instant): Promise<RowOf<typeof ReachRow>> =>
  db.one(
    ReachRow,
    sql`
    select count(*)::int as attempted, (count(*) filter (where not reached))::int as unreached from (
      select d.endpoint_id, bool_or(d.last_status is not null) as reached from webhook_deliveries d
      where d.last_at > ${new Date(since)} group by d.endpoint_id) asked`,
  );

/** The alarm is raised this long before the first waiting event would fail. */
const BEFORE_END_MS = 4 * HOUR_MS;

/**
 * Endpoints paused by the office with waiting events: only the office can resume these (decision 0093). Endpoints paused for failures or by
 * the partner are resumed by the partner.
 */
export const webhookWork: WorkLane = {
  covers: { 'webhook_deliveries.state': ['pending'] },
  rows: () => sql`
    select e.id as subject, null as order_id, greatest(e.paused_at, min(d.created_at)) as since,
      min(d.ends_at) - make_interval(secs => ${BEFORE_END_MS / 1000}::int) as due, false as is_taken, true as calls
    from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id and d.state = 'pending'
    where e.paused_by = 'office' group by e.id`,
};
