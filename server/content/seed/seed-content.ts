import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { addPublished, ensureCategory } from '#server/content/add-published.ts';
import { seedCategories, seedTexts } from './texts.ts';

const ExistsRow = rowType({ some: col.bool });

/** Publishes the texts of a new shop. Does nothing when any text exists, so that the owner's changes and removals stay (decision 0058). */
export async function seedContent(deps: Pick<Deps, 'clock' | 'random'>, tx: Tx): Promise<void> {
  const { some } = await tx.one(ExistsRow, sql`select exists (select from content_items) as some`);
  if (some) return;
  for (const { kind, ...category } of seedCategories()) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await ensureCategory(tx, kind, category);
  }
  const now = deps.clock.now();
  for (const [i, { kind, category, sort, texts }] of seedTexts().entries()) {
    // News are sorted newest first: each is a minute older than the one before
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await addPublished(deps, tx, { kind, category, texts, sort, publishedAt: now - i * MINUTE_MS });
  }
}
