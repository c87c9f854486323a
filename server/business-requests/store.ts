import { BUSINESS_REQUEST_STATES, type BusinessRequestState } from '#core/customer/business-request.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import { destroyAuditDetails } from '#server/operators/sealed-detail.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';

export const BusinessRow = rowType(
  {
    id: col.text,
    email: col.text,
    locale: col.oneOf(LOCALES),
    url: col.text,
    monthly_turnover: col.text,
    business_area: col.nullable(col.text),
    comment: col.nullable(col.text),
    has_file: col.computed(col.bool, sql`b.file is not null`),
    state: col.oneOf(BUSINESS_REQUEST_STATES),
    version: col.number,
    asked_at: col.timestamp,
    changed_at: col.timestamp,
    assigned_name: col.computed(col.nullable(col.text), sql`${nameOf(sql`b.assigned_to`)}`),
    reason: col.nullable(col.text),
    note: col.nullable(col.text),
  },
  'b',
);
export type BusinessRow = RowOf<typeof BusinessRow>;

const source = sql`business_requests b`;

export interface EncryptedFile {
  readonly type: 'application/pdf' | 'image/jpeg';
  readonly content: Buffer;
  readonly secretSealed: Buffer;
}

export interface NewBusinessRequest {
  readonly id: string;
  readonly email: string;
  readonly mailbox: string;
  readonly locale: Locale;
  readonly userId: string | null;
  readonly url: string;
  readonly turnover: string;
  readonly area: string | null;
  readonly comment: string | null;
  readonly file: EncryptedFile | null;
  readonly now: Instant;
}

export const insertRequest = (tx: Tx, request: NewBusinessRequest): Promise<number> =>
  tx.run(sql`
    insert into business_requests (id, email, mailbox, locale, user_id, url, monthly_turnover, business_area, comment, file_type, file,
      file_secret_sealed, state, asked_at, changed_at)
    values (${request.id}, ${request.email}, ${request.mailbox}, ${request.locale}, ${request.userId}::uuid, ${request.url},
      ${request.turnover}, ${request.area},
      ${request.comment}, ${request.file?.type ?? null}, ${request.file?.content ?? null}, ${request.file?.secretSealed ?? null}, 'new',
      ${new Date(request.now)}, ${new Date(request.now)})`);

const ExistsRow = rowType({ has_requested: col.bool });

/** Whether this mailbox has sent a request since then. */
export const hasRequestedSince = async (db: Queryable, mailbox: string, since: Instant): Promise<boolean> =>
  (
    await db.one(
      ExistsRow,
      sql`select exists (select from business_requests where mailbox = ${mailbox} and asked_at > ${new Date(since)}) as has_requested`,
    )
  ).has_requested;

export const findRequest = (db: Queryable, id: string): Promise<BusinessRow | undefined> =>
  db.maybe(BusinessRow, sql`select ${BusinessRow.list} from ${source} where b.id::text = ${id}`);

export interface BusinessFilter {
  readonly states: readonly BusinessRequestState[];
  readonly q: string | undefined;
}

function whereOf({ states, q }: BusinessFilter): Sql {
  const pattern = `%${escapeLike(q ?? '')}%`;
  return sql`b.state = any (${[...states]}::text[]) and (${q ?? null}::text is null or b.email ilike ${pattern} or b.url ilike ${pattern}
    or b.business_area ilike ${pattern} or b.comment ilike ${pattern})`;
}

const askedAt: SortKey = { column: sql`b.asked_at`, type: 'timestamptz' };
const SORTABLE = { asked_at: askedAt } as const satisfies Record<string, SortKey>;
const OLDEST_FIRST: readonly SortKey[] = [askedAt, { column: sql`b.id`, type: 'uuid' }];

export const listRequests = async (db: Queryable, filter: BusinessFilter, page: PageRequest): Promise<ListPage<BusinessRow>> =>
  await readListPage(
    db,
    { row: BusinessRow, source, where: whereOf(filter) },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, OLDEST_FIRST) },
  );

export const countRequests = (db: Queryable, filter: BusinessFilter, max: number): Promise<number> =>
  countUpTo(db, sql`from business_requests b where ${whereOf(filter)}`, max);

export interface Decision {
  readonly id: string;
  readonly version: number;
  readonly state: BusinessRequestState;
  readonly reason: string | null;
  readonly note: string | null;
  readonly operatorId: string;
  readonly now: Instant;
}

/** Returns 0 if the request was changed since it was read. */
export const saveDecision = (tx: Tx, decision: Decision): Promise<number> =>
  tx.run(sql`
    update business_requests set state = ${decision.state}, reason = ${decision.reason}, note = ${decision.note},
      assigned_to = ${decision.operatorId},
      changed_at = ${new Date(decision.now)}, version = version + 1
    where id::text = ${decision.id} and version = ${decision.version}`);

/** Deletes requests decided before `decidedBefore` or unchanged since `untouchedBefore`, with their audit details. */
export const sweepRequests = (db: Queryable, decidedBefore: Instant, untouchedBefore: Instant): Promise<number> =>
  destroyAuditDetails(
    db,
    sql`
    delete from business_requests where changed_at < ${new Date(untouchedBefore)}
      or (state in ('approved', 'declined') and changed_at < ${new Date(decidedBefore)}) returning 'business_request', id::text`,
  );

const FileRow = rowType({
  file_type: col.oneOf(['application/pdf', 'image/jpeg']),
  file: col.bytes,
  file_secret_sealed: col.bytes,
});

export const findFile = (db: Queryable, id: string): Promise<RowOf<typeof FileRow> | undefined> =>
  db.maybe(FileRow, sql`select file_type, file, file_secret_sealed from business_requests where id::text = ${id} and file is not null`);
