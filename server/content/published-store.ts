import { CONTENT_KINDS, type ContentTexts } from '#core/content/item.ts';
import { LOCALES } from '#core/locale.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Texts, which are validated when they are saved. A body is validated again before it is shown, and an invalid one hides its text. */
export const textsColumn = col.storedJson<ContentTexts>();

const RevisionRow = rowType({ revision: col.text });

/** Changes with every change of published texts. */
export const readContentRevision = async (db: Queryable): Promise<string> =>
  (await db.one(RevisionRow, sql`select revision::text from content_state`)).revision;

export const incrementContentRevision = (tx: Tx): Promise<number> => tx.run(sql`update content_state set revision = revision + 1`);

const CategoryRow = rowType({
  id: col.number,
  kind: col.oneOf(CONTENT_KINDS),
  parent_id: col.nullable(col.number),
  name_ru: col.text,
  name_en: col.text,
  slug: col.text,
  sort: col.number,
});
export type CategoryRow = RowOf<typeof CategoryRow>;

export const readCategories = (db: Queryable): Promise<CategoryRow[]> =>
  db.many(CategoryRow, sql`select id, kind, parent_id, name_ru, name_en, slug, sort from content_categories order by sort, id`);

const PublicationRow = rowType({
  item_id: col.text,
  kind: col.oneOf(CONTENT_KINDS),
  sort: col.number,
  published_at: col.nullable(col.timestamp),
  sequence: col.text,
  begins_at: col.timestamp,
  version: col.nullable(col.number),
  category_id: col.nullable(col.number),
  texts: col.nullable(textsColumn),
});
export type PublicationRow = RowOf<typeof PublicationRow>;

/** The current publication of each text, and the scheduled ones. */
export const readPublications = (db: Queryable, now: Date): Promise<PublicationRow[]> =>
  db.many(
    PublicationRow,
    sql`
    select i.id::text as item_id, i.kind, i.sort, i.published_at, p.sequence::text, p.begins_at, p.version, v.category_id, v.texts
    from content_publications p
      join content_items i on i.id = p.item_id
      left join content_versions v on v.item_id = p.item_id and v.number = p.version
    where p.called_off_at is null and (p.begins_at > ${now} or p.sequence = (
      select q.sequence from content_publications q
      where q.item_id = p.item_id and q.called_off_at is null and q.begins_at <= ${now}
      order by q.begins_at desc, q.sequence desc limit 1))
    order by i.id, p.begins_at, p.sequence`,
  );

const AddressRow = rowType({
  form: col.oneOf(['slug', 'seolink']),
  locale: col.oneOf(LOCALES),
  address: col.text,
  item_id: col.text,
});
export type AddressRow = RowOf<typeof AddressRow>;

export const readAddresses = (db: Queryable): Promise<AddressRow[]> =>
  db.many(AddressRow, sql`select form, locale, address, item_id::text from content_addresses`);
