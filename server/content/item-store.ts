import { CONTENT_KINDS, CONTENT_STATES, type ContentKind, type ContentState, type ContentTexts } from '#core/content/item.ts';
import type { Locale } from '#core/locale.ts';
import { col, escapeLike, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { textsColumn } from './published-store.ts';

const isInReview = sql`coalesce(i.review_revision = i.revision, false)`;
const state = sql`case when s.version is not null then 'published'
  when n.version is not null then 'scheduled'
  when ${isInReview} then 'in_review'
  when s.is_any then 'archived' else 'draft' end`;

const RowShape = {
  id: col.text,
  kind: col.oneOf(CONTENT_KINDS),
  category_id: col.number,
  category_ru: col.computed(col.text, sql`c.name_ru`),
  category_en: col.computed(col.text, sql`c.name_en`),
  sort: col.number,
  state: col.computed(col.oneOf(CONTENT_STATES), state),
  revision: col.number,
  shown_version: col.computed(col.nullable(col.number), sql`s.version`),
  shown_revision: col.computed(col.nullable(col.number), sql`s.revision`),
  is_in_review: col.computed(col.bool, isInReview),
  title_ru: col.computed(col.nullable(col.text), sql`i.draft->'ru'->>'title'`),
  title_en: col.computed(col.nullable(col.text), sql`i.draft->'en'->>'title'`),
  published_at: col.nullable(col.timestamp),
  next_at: col.computed(col.nullable(col.timestamp), sql`n.begins_at`),
  next_version: col.computed(col.nullable(col.number), sql`n.version`),
  draft_at: col.timestamp,
  draft_by_name: col.computed(col.nullable(col.text), sql`coalesce(d.full_name, d.email)`),
};
export const ListedRow = rowType(RowShape, 'i');
export type ListedRow = RowOf<typeof ListedRow>;

const ItemRow = rowType(
  {
    ...RowShape,
    draft: textsColumn,
    shown_texts: col.computed(col.nullable(textsColumn), sql`s.texts`),
    review_by_name: col.computed(col.nullable(col.text), sql`coalesce(r.full_name, r.email)`),
    review_note: col.nullable(col.text),
    created_at: col.timestamp,
    created_by_name: col.computed(col.nullable(col.text), sql`coalesce(m.full_name, m.email)`),
  },
  'i',
);
export type ItemRow = RowOf<typeof ItemRow>;

/** The version shown at a moment and the next scheduled one. This is the rule of `core/content/item.ts` in SQL. */
const source = (now: Date): Sql => sql`content_items i
  join content_categories c on c.id = i.category_id
  left join users d on d.id = i.draft_by
  left join lateral (select true as is_any, p.version, v.revision, v.texts from content_publications p
      left join content_versions v on v.item_id = p.item_id and v.number = p.version
    where p.item_id = i.id and p.called_off_at is null and p.begins_at <= ${now} order by p.begins_at desc, p.sequence desc
    limit 1) s on true
  left join lateral (select p.version, p.begins_at from content_publications p
    where p.item_id = i.id and p.called_off_at is null and p.begins_at > ${now} order by p.begins_at, p.sequence limit 1) n on true`;

export interface ContentFilter {
  readonly kind: ContentKind | undefined;
  readonly state: ContentState | undefined;
  readonly categoryId: number | undefined;
  readonly lacks: Locale | undefined;
  readonly q: string | undefined;
  readonly now: Date;
}

function whereOf({ kind, state: requestedState, categoryId, lacks, q }: ContentFilter): Sql {
  const pattern = `%${escapeLike(q ?? '')}%`;
  // The review filter also finds changes of published texts
  const matchesState =
    requestedState === 'in_review' ? isInReview : sql`(${requestedState ?? null}::text is null or ${state} = ${requestedState ?? null})`;
  return sql`(${kind ?? null}::text is null or i.kind = ${kind ?? null})
    and (${categoryId ?? null}::integer is null or i.category_id = ${categoryId ?? null} or c.parent_id = ${categoryId ?? null})
    and (${lacks ?? null}::text is null or coalesce(jsonb_typeof(i.draft->(${lacks ?? ''}::text)), 'null') = 'null')
    and (${q ?? null}::text is null or i.draft->'ru'->>'title' ilike ${pattern} or i.draft->'en'->>'title' ilike ${pattern}
      or i.draft->'ru'->>'slug' ilike ${pattern} or i.draft->'en'->>'slug' ilike ${pattern})
    and ${matchesState}`;
}

const draftAt: SortKey = { column: sql`i.draft_at`, type: 'timestamptz' };
const SORTABLE = {
  draft_at: draftAt,
  published_at: { column: sql`i.published_at`, type: 'timestamptz', isNullable: true },
  kind: { column: sql`i.kind`, type: 'text' },
  sort: { column: sql`i.sort`, type: 'numeric' },
} as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...draftAt, isDescending: true },
  { column: sql`i.id`, type: 'uuid' },
];

export async function listItems(db: Queryable, filter: ContentFilter, page: PageRequest): Promise<ListPage<ListedRow>> {
  const list = { row: ListedRow, source: source(filter.now), where: whereOf(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) });
}

export const countItems = (db: Queryable, filter: ContentFilter, maxCounted?: number): Promise<number> =>
  countUpTo(db, sql`from ${source(filter.now)} where ${whereOf(filter)}`, maxCounted);

export const findItem = (db: Queryable, id: string, now: Date): Promise<ItemRow | undefined> =>
  db.maybe(
    ItemRow,
    sql`
    select ${ItemRow.list}
    from ${source(now)} left join users r on r.id = i.review_by left join users m on m.id = i.created_by
    where i.id::text = ${id}`,
  );

const LockedRow = rowType({
  id: col.text,
  category_id: col.number,
  kind: col.oneOf(CONTENT_KINDS),
  draft: textsColumn,
  revision: col.number,
  draft_by: col.nullable(col.text),
  draft_at: col.timestamp,
  published_at: col.nullable(col.timestamp),
  draft_by_name: col.nullable(col.text),
});
export type LockedRow = RowOf<typeof LockedRow>;

/** Locks a text until the transaction ends. */
export const lockItem = (tx: Tx, id: string): Promise<LockedRow | undefined> =>
  tx.maybe(
    LockedRow,
    sql`
    select i.id::text, i.category_id, i.kind, i.draft, i.revision, i.draft_by::text, i.draft_at, i.published_at,
      (select coalesce(u.full_name, u.email) from users u where u.id = i.draft_by) as draft_by_name
    from content_items i where i.id::text = ${id} for update of i`,
  );

export interface NewItem {
  readonly id: string;
  readonly kind: ContentKind;
  readonly categoryId: number;
  readonly sort?: number;
  readonly draft: ContentTexts;
  readonly by: string | null;
  readonly now: Date;
}

export const insertItem = (tx: Tx, { id, kind, categoryId, sort = 0, draft, by, now }: NewItem): Promise<number> =>
  tx.run(sql`
    insert into content_items (id, kind, category_id, sort, draft, draft_by, draft_at, created_by, created_at)
    values (${id}, ${kind}, ${categoryId}, ${sort}, ${JSON.stringify(draft)}::jsonb, ${by}, ${now}, ${by}, ${now})`);

export interface DraftInput {
  readonly id: string;
  readonly categoryId: number;
  readonly sort?: number;
  readonly draft: ContentTexts;
  readonly by: string;
  readonly now: Date;
}

/** Saves a draft with the next revision. A requested review ends. */
export const saveDraft = (tx: Tx, { id, categoryId, sort, draft, by, now }: DraftInput): Promise<number> =>
  tx.run(sql`
    update content_items set draft = ${JSON.stringify(draft)}::jsonb, category_id = ${categoryId},
      sort = coalesce(${sort ?? null}::integer, sort),
      revision = revision + 1, draft_by = ${by}, draft_at = ${now}, review_revision = null, review_by = null, review_note = null
    where id::text = ${id}`);

export const saveReview = (tx: Tx, id: string, review: { readonly by: string; readonly note: string }): Promise<number> =>
  tx.run(sql`
    update content_items set review_revision = revision, review_by = ${review.by}, review_note = nullif(${review.note}, '')
      where id::text = ${id}`);

/** Ends a review. A publication date that readers have seen stays, unless an earlier one is given. */
export const savePublished = (tx: Tx, id: string, times: { readonly from: Date; readonly now: Date }): Promise<number> =>
  tx.run(sql`
    update content_items set review_revision = null, review_by = null, review_note = null,
      published_at = case when published_at <= ${times.now} and ${times.from} >= ${times.now} then published_at else ${times.from} end
    where id::text = ${id}`);

/** Clears a scheduled publication date. */
export const clearPublishedAt = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.run(sql`update content_items set published_at = null where id::text = ${id} and published_at > ${now}`);
