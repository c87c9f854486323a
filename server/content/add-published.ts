import { type ContentKind, contentProblems, type ContentTexts, ROOT_CATEGORIES } from '#core/content/item.ts';
import { isContentDocument } from '#core/content/document.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertCategory } from './category-store.ts';
import { insertItem, savePublished } from './item-store.ts';
import { addressesOf } from './publish-item.ts';
import { countContentChange, readCategories } from './published-store.ts';
import { addressesOfOthers, insertPublication, insertVersion, keepAddresses } from './version-store.ts';

export interface SeededText {
  readonly kind: ContentKind;
  /** Address of its category; null: the main one of its kind. */
  readonly category: string | null;
  readonly texts: ContentTexts;
  readonly publishedAt: Instant;
  /** Questions and pages stand in this order. */
  readonly sort: number;
}

/** A category by its address, made where there is none. Its id. */
export async function ensureCategory(
  tx: Tx,
  kind: ContentKind,
  { slug, name, sort }: { readonly slug: string; readonly name: { readonly ru: string; readonly en: string }; readonly sort: number },
): Promise<number> {
  const known = (await readCategories(tx)).find((one) => one.slug === slug);
  const made = known ?? (await insertCategory(tx, kind, ROOT_CATEGORIES[kind], { slug, name, sort }));
  if (made === undefined) throw new Error(`no category ${slug}`);
  return made.id;
}

/**
 * A text that a shop begins with, published as if somebody had written it. Nothing happens where one of its addresses leads, or has ever
 * led, to a text: what was rewritten or taken away is not brought back. Whether it was added.
 */
export async function addPublished(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { kind, category, texts, publishedAt, sort }: SeededText,
): Promise<boolean> {
  const [problem] = contentProblems(texts);
  const bodies = [texts.ru, texts.en].filter((text) => text !== null);
  if (problem !== undefined || !bodies.every(({ body }) => isContentDocument(body)))
    throw new Error(`unfit text: ${problem?.field ?? 'body'}`);
  const [id, now] = [deps.random.uuid(), new Date(deps.clock.now())];
  if ((await addressesOfOthers(tx, id, addressesOf(texts))).length > 0) return false;
  const root = ROOT_CATEGORIES[kind];
  const categoryId = category === null ? root : (await readCategories(tx)).find(({ slug }) => slug === category)?.id;
  if (categoryId === undefined) throw new Error(`no category ${category ?? ''}`);
  const by = null;
  await insertItem(tx, { id, kind, categoryId, sort, draft: texts, by, now });
  await insertVersion(tx, { itemId: id, number: 1, revision: 1, categoryId, texts, by, note: '', now });
  await keepAddresses(tx, id, addressesOf(texts), now);
  await insertPublication(tx, { itemId: id, version: 1, from: now, by, now });
  await savePublished(tx, id, { from: new Date(publishedAt), now });
  await countContentChange(tx);
  return true;
}
