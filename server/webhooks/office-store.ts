import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { WEBHOOK_HEALTHS } from '#contract/office-webhooks.ts';
import type { Instant } from '#core/time.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import type { Page } from '#server/platform/http/page-of.ts';
import { endpointColumns, EndpointRow } from './endpoint-store.ts';

const OfficeRow = z.extend(EndpointRow, { owner: z.string(), health: z.enum(WEBHOOK_HEALTHS) });
export type OfficeRow = z.output<typeof OfficeRow>;
type Health = OfficeRow['health'];

const health = sql`case when e.paused_by is not null then 'paused' when e.failing_since is not null then 'failing' else 'taking' end`;
/** Its own columns by their bare names, with the partner's address. */
const source = sql`(select ${endpointColumns}, (select email from users u where u.id = e.user_id) as owner, ${health} as health from webhook_endpoints e) w`;
const columns = sql`w.*`;

const createdAt: SortKey = { column: sql`w.created_at`, type: 'timestamptz' };
const TROUBLE_FIRST: readonly SortKey[] = [
  { column: sql`(w.health = 'taking')`, type: 'boolean' },
  { ...createdAt, isDescending: true },
  { column: sql`w.id`, type: 'uuid' },
];

export interface Wanted {
  readonly health?: Health | undefined;
  readonly q?: string | undefined;
}

function wantedOf({ health: asked, q = '' }: Wanted): Sql {
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = q === '' ? sql`true` : sql`(w.owner ilike ${like} or w.url ilike ${like})`;
  return sql`${asked === undefined ? sql`true` : sql`w.health = ${asked}`} and ${found}`;
}

export const listAll = (db: Queryable, wanted: Wanted, page: Page): Promise<Part<OfficeRow>> =>
  readPart(
    db,
    { row: OfficeRow, columns, source, where: wantedOf(wanted) },
    { ...page, keys: sortedKeys(page.sort, { created_at: createdAt }, TROUBLE_FIRST) },
  );

export const countAll = (db: Queryable, wanted: Wanted, most: number): Promise<number> =>
  countUpTo(db, sql`from ${source} where ${wantedOf(wanted)}`, most);

export const findOne = (db: Queryable, id: string): Promise<OfficeRow | undefined> =>
  db.maybe(OfficeRow, sql`select ${columns} from ${source} where w.id = ${id}`);

const ReachRow = z.object({ tried: z.number(), lost: z.number() });

/** How many addresses were sent to since then, and how many of them answered nothing at all: a wrong answer is theirs, none may be ours. */
export const countUnreached = (db: Queryable, since: Instant): Promise<z.output<typeof ReachRow>> =>
  db.one(
    ReachRow,
    sql`
    select count(*)::int as tried, (count(*) filter (where not reached))::int as lost from (
      select d.endpoint_id, bool_or(d.last_status is not null) as reached from webhook_deliveries d
      where d.last_at > ${new Date(since)} group by d.endpoint_id) asked`,
  );
