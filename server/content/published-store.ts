import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { CONTENT_KINDS, type ContentTexts } from '#core/content/item.ts';
import { LOCALES } from '#core/locale.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { storedJson } from '#server/platform/db/row.ts';

const RevisionRow = z.object({ revision: z.string() });

/** Changes with every change of published texts. */
export const readContentRevision = async (db: Queryable): Promise<string> =>
  (await db.one(RevisionRow, sql`select revision::text from content_state`)).revision;

export const incrementContentRevision = (tx: Tx): Promise<number> => tx.run(sql`update content_state set revision = revision + 1`);

const CategoryRow = z.object({
  id: z.int(),
  kind: z.enum(CONTENT_KINDS),
  parent_id: z.nullable(z.int()),
  name_ru: z.string(),
  name_en: z.string(),
  slug: z.string(),
  sort: z.int(),
});
export type CategoryRow = z.output<typeof CategoryRow>;

export const readCategories = (db: Queryable): Promise<CategoryRow[]> =>
  db.many(CategoryRow, sql`select id, kind, parent_id, name_ru, name_en, slug, sort from content_categories order by sort, id`);

const PublicationRow = z.object({
  item_id: z.string(),
  kind: z.enum(CONTENT_KINDS),
  sort: z.int(),
  published_at: z.nullable(z.date()),
  sequence: z.string(),
  begins_at: z.date(),
  version: z.nullable(z.int()),
  category_id: z.nullable(z.int()),
  texts: z.nullable(storedJson<ContentTexts>()),
});
export type PublicationRow = z.output<typeof PublicationRow>;

/** Of each text the current publication and the scheduled ones. */
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

const AddressRow = z.object({
  form: z.enum(['slug', 'seolink']),
  locale: z.enum(LOCALES),
  address: z.string(),
  item_id: z.string(),
});
export type AddressRow = z.output<typeof AddressRow>;

export const readAddresses = (db: Queryable): Promise<AddressRow[]> =>
  db.many(AddressRow, sql`select form, locale, address, item_id::text from content_addresses`);
