import { isContentDocument } from '#core/content/document.ts';
import { type ContentKind, contentProblems, type ContentTexts, ROOT_CATEGORIES } from '#core/content/item.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import { insertCategory } from '#server/content/category-store.ts';
import { insertItem, savePublished } from '#server/content/item-store.ts';
import { addressesOf } from '#server/content/publish-item.ts';
import { incrementContentRevision, readCategories } from '#server/content/published-store.ts';
import { addressesOfOthers, insertPublication, insertVersion, saveAddresses } from '#server/content/version-store.ts';
import type { Deps } from '#server/deps.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { seedCategories, seedTexts } from './texts.ts';

export interface SeededText {
  readonly kind: ContentKind;
  /** The slug of the category. Null means the root category of the kind. */
  readonly category: string | null;
  readonly texts: ContentTexts;
  readonly publishedAt: Instant;
  /** Position of questions and pages. */
  readonly sort: number;
}

/** Finds or creates a category by its slug. Returns its id. */
async function ensureCategory(
  tx: Tx,
  kind: ContentKind,
  { slug, name, sort }: { readonly slug: string; readonly name: { readonly ru: string; readonly en: string }; readonly sort: number },
): Promise<number> {
  const existing = (await readCategories(tx)).find((candidate) => candidate.slug === slug);
  const category = existing ?? (await insertCategory(tx, kind, ROOT_CATEGORIES[kind], { slug, name, sort }));
  if (category === undefined) throw new Error(`no category ${slug}`);
  return category.id;
}

/**
 * Publishes a text of a new shop; returns whether it was added. An address that any text has or had is skipped, so that rewritten and
 * removed texts are not restored.
 */
async function addPublished(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { kind, category, texts, publishedAt, sort }: SeededText,
): Promise<boolean> {
  const [problem] = contentProblems(texts);
  const bodies = [texts.ru, texts.en].filter((text) => text !== null);
  if (problem !== undefined || !bodies.every(({ body }) => isContentDocument(body)))
    throw new Error(`invalid text: ${problem?.field ?? 'body'}`);
  const [id, now] = [deps.random.uuid(), new Date(deps.clock.now())];
  if ((await addressesOfOthers(tx, id, addressesOf(texts))).length > 0) return false;
  const root = ROOT_CATEGORIES[kind];
  const categoryId = category === null ? root : (await readCategories(tx)).find(({ slug }) => slug === category)?.id;
  if (categoryId === undefined) throw new Error(`no category ${category ?? ''}`);
  const authorId = null;
  await insertItem(tx, { id, kind, categoryId, sort, draft: texts, by: authorId, now });
  await insertVersion(tx, { itemId: id, number: 1, revision: 1, categoryId, texts, by: authorId, note: '', now });
  await saveAddresses(tx, id, addressesOf(texts), now);
  await insertPublication(tx, { itemId: id, version: 1, from: now, by: authorId, now });
  await savePublished(tx, id, { from: new Date(publishedAt), now });
  await incrementContentRevision(tx);
  return true;
}

const ExistsRow = rowType({ has_texts: col.bool });

/** Publishes the texts of a new shop. Does nothing if any text exists, so that the owner's changes and removals stay (decision 0058). */
export async function seedContent(deps: Pick<Deps, 'clock' | 'random'>, tx: Tx): Promise<void> {
  const { has_texts: hasTexts } = await tx.one(ExistsRow, sql`select exists (select from content_items) as has_texts`);
  if (hasTexts) return;
  for (const { kind, ...category } of seedCategories()) {
    await ensureCategory(tx, kind, category);
  }
  const now = deps.clock.now();
  for (const [i, { kind, category, sort, texts }] of seedTexts().entries()) {
    // News are sorted newest first: each is a minute older than the one before
    await addPublished(deps, tx, { kind, category, texts, sort, publishedAt: now - i * MINUTE_MS });
  }
}
