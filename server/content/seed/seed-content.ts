import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { addPublished, ensureCategory } from '#server/content/add-published.ts';
import { seedCategories, seedTexts } from './texts.ts';

const Some = z.object({ some: z.boolean() });

/**
 * The texts that a shop opens with, published once: where anything has ever been written, nothing is added, so that what an owner
 * rewrote or took away stays as he wants it (decision 0058).
 */
export async function seedContent(deps: Pick<Deps, 'clock' | 'random'>, tx: Tx): Promise<void> {
  const { some } = await tx.one(Some, sql`select exists (select from content_items) as some`);
  if (some) return;
  for (const { kind, ...category } of seedCategories()) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await ensureCategory(tx, kind, category);
  }
  const now = deps.clock.now();
  for (const [i, { kind, category, sort, texts }] of seedTexts().entries()) {
    // News stand newest first: each a minute older than the one before it
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await addPublished(deps, tx, { kind, category, texts, sort, publishedAt: now - i * MINUTE_MS });
  }
}
