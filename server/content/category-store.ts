import { CONTENT_KINDS, type ContentKind } from '#core/content/item.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const OfficeCategoryRow = rowType({
  id: col.number,
  kind: col.oneOf(CONTENT_KINDS),
  parent_id: col.nullable(col.number),
  name_ru: col.text,
  name_en: col.text,
  slug: col.text,
  sort: col.number,
  version: col.number,
  texts: col.number,
});
export type OfficeCategoryRow = RowOf<typeof OfficeCategoryRow>;

/** Every category in its order, with the number of drafts in it. */
export const listOfficeCategories = (db: Queryable): Promise<OfficeCategoryRow[]> =>
  db.many(
    OfficeCategoryRow,
    sql`
    select c.id, c.kind, c.parent_id, c.name_ru, c.name_en, c.slug, c.sort, c.version,
      (select count(*)::integer from content_items i where i.category_id = c.id) as texts
    from content_categories c order by c.sort, c.id`,
  );

export interface CategoryInput {
  readonly name: { readonly ru: string; readonly en: string };
  readonly slug: string;
  readonly sort: number;
}

const IdRow = rowType({ id: col.number });

/** Inserts a category. Undefined if the slug is taken. */
export const insertCategory = (
  tx: Tx,
  kind: ContentKind,
  parentId: number,
  { name, slug, sort }: CategoryInput,
): Promise<RowOf<typeof IdRow> | undefined> =>
  tx.maybe(
    IdRow,
    sql`
    insert into content_categories (id, kind, parent_id, name_ru, name_en, slug, sort)
    values (nextval('content_category_ids')::integer, ${kind}, ${parentId}, ${name.ru}, ${name.en}, ${slug}, ${sort})
    on conflict (slug) do nothing returning id`,
  );

export const isSlugTaken = async (db: Queryable, id: number, slug: string): Promise<boolean> =>
  (await db.maybe(IdRow, sql`select id from content_categories where slug = ${slug} and id <> ${id}`)) !== undefined;

/** Returns 0 if the category was changed since `version` was read. */
export const updateCategory = (tx: Tx, id: number, version: number, { name, slug, sort }: CategoryInput): Promise<number> =>
  tx.run(sql`
    update content_categories set name_ru = ${name.ru}, name_en = ${name.en}, slug = ${slug}, sort = ${sort}, version = version + 1
    where id = ${id} and version = ${version}`);

/** Deletes a category. Returns 0 for a root category and for one with drafts, published or scheduled texts. */
export const deleteCategory = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`
    delete from content_categories c where c.id = ${id} and c.parent_id is not null
      and not exists (select from content_items i where i.category_id = c.id)
      and not exists (select from content_publications p join content_versions v on v.item_id = p.item_id and v.number = p.version
        where v.category_id = c.id and p.called_off_at is null)`);
