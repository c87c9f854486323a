import {
  officeAddContentCategory,
  officeChangeContentCategory,
  officeListContentCategories,
  officeRemoveContentCategory,
  type OfficeCategoryAttributes,
} from '#contract/office/content/content-parts.ts';
import { slugProblem } from '#core/content/slug.ts';
import { ROOT_CATEGORIES } from '#core/content/item.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import {
  deleteCategory,
  insertCategory,
  isSlugTaken,
  listOfficeCategories,
  type OfficeCategoryRow,
  updateCategory,
} from './category-store.ts';
import { auditContent, type ContentDeps } from './edit-item.ts';
import { publishChange } from './publish-item.ts';

const presentCategory = (row: OfficeCategoryRow): OfficeCategoryAttributes => ({
  kind: row.kind,
  parent_id: row.parent_id === null ? null : String(row.parent_id),
  name: { ru: row.name_ru, en: row.name_en },
  slug: row.slug,
  sort: row.sort,
  version: row.version,
  texts: row.texts,
});

const resourceOf = (row: OfficeCategoryRow) => ({
  type: 'content_categories' as const,
  id: String(row.id),
  attributes: presentCategory(row),
});

const findCategory = async (db: Queryable, id: number): Promise<OfficeCategoryRow | undefined> =>
  (await listOfficeCategories(db)).find((row) => row.id === id);

async function readCategory(db: Queryable, id: number) {
  const row = await findCategory(db, id);
  if (row === undefined) throw new Error('the category that was just written is gone');
  return accept({ data: resourceOf(row) });
}

/** Checks the slug of a category by the rules for slugs of texts. Root categories do not follow them, so an unchanged slug is not checked. */
function checkSlug(slug: string): Result<null, 'required' | 'too_long' | 'invalid_format'> {
  const problem = slugProblem(slug);
  if (problem === undefined) return accept(null);
  if (problem === 'required') return refuse({ code: 'required', field: 'slug' });
  if (problem === 'too_long') return refuse({ code: 'too_long', field: 'slug', params: { max: 100 } });
  return problem === 'invalid_slug'
    ? refuse({ code: 'invalid_format', field: 'slug', message: 'invalid_slug' })
    : refuse({ code: 'invalid_format', field: 'slug', message: 'reserved_slug' });
}

const slugTakenRefusal = () => refuse({ code: 'invalid_format', field: 'slug', message: 'slug_taken' } as const);

async function audit(
  deps: ContentDeps,
  tx: Tx,
  entry: { action: 'add' | 'change' | 'remove'; id: number; operatorId: string; detail: Record<string, unknown> },
) {
  await auditContent(deps, tx, { ...entry, action: `category_${entry.action}`, id: String(entry.id) });
  await publishChange(deps, tx);
}

/** The office's calls about categories. */
export const officeContentCategoryRoutes = (deps: ContentDeps & Pick<Deps, 'db'>): Route[] => [
  route(officeListContentCategories, async () => accept({ data: (await listOfficeCategories(deps.db)).map(resourceOf) })),
  route(officeAddContentCategory, async ({ body: { kind, ...category }, visitor: { userId: operatorId }, tx }) => {
    const slug = checkSlug(category.slug);
    if (!slug.ok) return slug;
    const inserted = await insertCategory(tx, kind, ROOT_CATEGORIES[kind], category);
    if (inserted === undefined) return slugTakenRefusal();
    await audit(deps, tx, { action: 'add', id: inserted.id, operatorId, detail: { kind, ...category } });
    return await readCategory(tx, inserted.id);
  }),
  route(officeChangeContentCategory, async ({ params, body: { version, ...category }, visitor: { userId: operatorId }, tx }) => {
    const id = Number(params.id);
    const current = await findCategory(tx, id);
    if (current === undefined) return refuse({ code: 'not_found' });
    const slug = current.slug === category.slug ? accept(null) : checkSlug(category.slug);
    if (!slug.ok) return slug;
    if (await isSlugTaken(tx, id, category.slug)) return slugTakenRefusal();
    if ((await updateCategory(tx, id, version, category)) === 0) return refuse({ code: 'edit_conflict' });
    await audit(deps, tx, { action: 'change', id, operatorId, detail: { before: presentCategory(current), after: category } });
    return await readCategory(tx, id);
  }),
  route(officeRemoveContentCategory, async ({ params, visitor: { userId: operatorId }, tx }) => {
    const id = Number(params.id);
    const current = await findCategory(tx, id);
    if (current === undefined) return refuse({ code: 'not_found' });
    if ((await deleteCategory(tx, id)) === 0) return refuse({ code: 'order_state_conflict', message: 'content_category_used' });
    await audit(deps, tx, { action: 'remove', id, operatorId, detail: { slug: current.slug, name: presentCategory(current).name } });
    return accept({});
  }),
];
