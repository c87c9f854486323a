import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { CONTENT_KINDS, type ContentKind } from '#core/content/item.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const OfficeCategoryRow = z.object({
  id: z.int(),
  kind: z.enum(CONTENT_KINDS),
  parent_id: z.nullable(z.int()),
  name_ru: z.string(),
  name_en: z.string(),
  slug: z.string(),
  sort: z.int(),
  version: z.int(),
  texts: z.int(),
});
export type OfficeCategoryRow = z.output<typeof OfficeCategoryRow>;

/** Every category, in its order, with how many texts stand in it as drafts. */
export const listOfficeCategories = (db: Queryable): Promise<OfficeCategoryRow[]> =>
  db.many(
    OfficeCategoryRow,
    sql`
    select c.id, c.kind, c.parent_id, c.name_ru, c.name_en, c.slug, c.sort, c.version,
      (select count(*)::integer from content_items i where i.category_id = c.id) as texts
    from content_categories c order by c.sort, c.id`,
  );

export interface CategoryWrite {
  readonly name: { readonly ru: string; readonly en: string };
  readonly slug: string;
  readonly sort: number;
}

const IdRow = z.object({ id: z.int() });

/** Undefined: another one has this address. */
export const insertCategory = (
  tx: Tx,
  kind: ContentKind,
  parentId: number,
  { name, slug, sort }: CategoryWrite,
): Promise<z.output<typeof IdRow> | undefined> =>
  tx.maybe(
    IdRow,
    sql`
    insert into content_categories (id, kind, parent_id, name_ru, name_en, slug, sort)
    values (nextval('content_category_ids')::integer, ${kind}, ${parentId}, ${name.ru}, ${name.en}, ${slug}, ${sort})
    on conflict (slug) do nothing returning id`,
  );

/** Whether another category has this address. */
export const isSlugTaken = async (db: Queryable, id: number, slug: string): Promise<boolean> =>
  (await db.maybe(IdRow, sql`select id from content_categories where slug = ${slug} and id <> ${id}`)) !== undefined;

/** Zero: somebody else has changed it since. */
export const updateCategory = (tx: Tx, id: number, version: number, { name, slug, sort }: CategoryWrite): Promise<number> =>
  tx.run(sql`
    update content_categories set name_ru = ${name.ru}, name_en = ${name.en}, slug = ${slug}, sort = ${sort}, version = version + 1
    where id = ${id} and version = ${version}`);

/** Zero: it is one of the three that stay, or something stands in it, or will, or is shown in it. */
export const deleteCategory = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`
    delete from content_categories c where c.id = ${id} and c.parent_id is not null
      and not exists (select from content_items i where i.category_id = c.id)
      and not exists (select from content_publications p join content_versions v on v.item_id = p.item_id and v.number = p.version
        where v.category_id = c.id and p.called_off_at is null)`);
