import type { DraftText } from '#contract/office-content.ts';
import type { AuditAction } from '#core/audit-action.ts';
import { EMPTY_DOCUMENT, imagesOf, isContentDocument, wrongPlaceOf } from '#core/content/document.ts';
import type { ContentText, ContentTexts } from '#core/content/item.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { insertItem, type LockedRow, lockItem, saveDraft } from './item-store.ts';
import { readCategories } from './published-store.ts';
import { findImages, findVersion, insertVersion, latestVersion } from './version-store.ts';

export type ContentDeps = Pick<Deps, 'clock' | 'random' | 'secrets' | 'live'>;

/** Saving goes on by itself while somebody writes: the log names him once in so long, versions keep what he wrote. */
const ONE_SITTING_MS = 10 * MINUTE_MS;

const EMPTY_TEXT: ContentText = {
  title: '',
  slug: '',
  seolink: '',
  excerpt: '',
  body: EMPTY_DOCUMENT,
  seo: { title: '', description: '' },
};

type ContentDeed = AuditAction extends infer A ? (A extends `content.${infer Name}` ? Name : never) : never;

/** A deed about texts in the audit log. */
export const auditContent = (
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  deed: {
    readonly action: ContentDeed;
    readonly id: string;
    readonly operatorId: string;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  recordAudit(deps, tx, {
    actorId: deed.operatorId,
    action: `content.${deed.action}`,
    subjectType: 'content',
    subjectId: deed.id,
    detail: deed.detail,
  });

/** What the log calls a text: its titles. */
export const titlesOf = (texts: ContentTexts) => ({ ru: texts.ru?.title ?? null, en: texts.en?.title ?? null });

/** The text at the revision that somebody has seen; refused with whose revision there is instead. */
export async function lockedAt(tx: Tx, id: string, revision: number): Promise<Result<LockedRow, 'not_found' | 'edit_conflict'>> {
  const item = await lockItem(tx, id);
  if (item === undefined) return refuse({ code: 'not_found' });
  if (item.revision === revision) return accept(item);
  return refuse({ code: 'edit_conflict', meta: { by: item.draft_by_name, revision: item.revision } });
}

/** A new text that nobody sees. */
export async function createItem(
  deps: ContentDeps,
  tx: Tx,
  { categoryId, operatorId }: { readonly categoryId: number; readonly operatorId: string },
): Promise<Result<string, 'invalid_format'>> {
  const category = (await readCategories(tx)).find(({ id }) => id === categoryId);
  if (category === undefined) return refuse({ code: 'invalid_format', field: 'category_id', message: 'content_category' });
  const [id, now] = [deps.random.uuid(), new Date(deps.clock.now())];
  await insertItem(tx, { id, kind: category.kind, categoryId, draft: { ru: EMPTY_TEXT, en: null }, by: operatorId, now });
  await auditContent(deps, tx, { action: 'create', id, operatorId, detail: { kind: category.kind, category: category.slug } });
  return accept(id);
}

async function checkImages(db: Queryable, locale: Locale, text: ContentText): Promise<Refusal<'invalid_format'> | undefined> {
  const named = imagesOf(text.body.content);
  const known = new Map((await findImages(db, [...new Set(named.map(({ id }) => id))])).map((image) => [image.id, image]));
  const isWrong = named.some(({ id, width, height }) => known.get(id)?.width !== width || known.get(id)?.height !== height);
  return isWrong ? { code: 'invalid_format', field: `${locale}/body`, message: 'content_image' } : undefined;
}

/** What was sent as texts: every document checked node by node, every picture one of ours. */
export async function readTexts(
  db: Queryable,
  sent: { readonly [L in Locale]: DraftText | null },
): Promise<Result<ContentTexts, 'invalid_format'>> {
  const read: { [L in Locale]: ContentText | null } = { ru: null, en: null };
  for (const locale of LOCALES) {
    const text = sent[locale];
    if (text === null) continue;
    const { body } = text;
    if (!isContentDocument(body)) {
      const field = `${locale}/body/${wrongPlaceOf(body) ?? ''}`.slice(0, 200);
      return refuse({ code: 'invalid_format', field, message: 'content_document' });
    }
    const whole = { ...text, body };
    const wrong = await checkImages(db, locale, whole);
    if (wrong !== undefined) return refuse(wrong);
    read[locale] = whole;
  }
  return accept(read);
}

export interface DraftEdit {
  readonly id: string;
  readonly revision: number;
  readonly categoryId: number;
  readonly sort: number;
  readonly texts: { readonly [L in Locale]: DraftText | null };
  /** What was there before stays as a version. */
  readonly keep: boolean;
  readonly operatorId: string;
}

/** Saves a draft over the revision that was read. */
export async function saveItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, categoryId, sort, texts, keep, operatorId }: DraftEdit,
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'invalid_format'>> {
  const found = await lockedAt(tx, id, revision);
  if (!found.ok) return found;
  const item = found.value;
  const category = (await readCategories(tx)).find((one) => one.id === categoryId);
  if (category?.kind !== item.kind) return refuse({ code: 'invalid_format', field: 'category_id', message: 'content_category' });
  const read = await readTexts(tx, texts);
  if (!read.ok) return read;
  if (keep) await keepVersion(deps, tx, { item, note: '', operatorId: item.draft_by ?? operatorId });
  const now = new Date(deps.clock.now());
  await saveDraft(tx, { id, categoryId, sort, draft: read.value, by: operatorId, now });
  const isSameSitting = item.draft_by === operatorId && now.getTime() - item.draft_at.getTime() < ONE_SITTING_MS && revision > 1;
  if (!isSameSitting) await auditContent(deps, tx, { action: 'write', id, operatorId, detail: { ...titlesOf(read.value), revision } });
  return accept(null);
}

/** Keeps the draft as a version; the same revision is kept once. Its number. */
export async function keepVersion(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { item, note, operatorId }: { readonly item: LockedRow; readonly note: string; readonly operatorId: string },
): Promise<number> {
  const latest = await latestVersion(tx, item.id);
  if (latest?.revision === item.revision && note === '') return latest.number;
  const number = (latest?.number ?? 0) + 1;
  await insertVersion(tx, {
    itemId: item.id,
    number,
    revision: item.revision,
    categoryId: item.category_id,
    texts: item.draft,
    by: operatorId,
    note,
    now: new Date(deps.clock.now()),
  });
  return number;
}

/** Makes the draft what it was; its category too, while there is such a one. */
export async function rollBackItem(
  deps: ContentDeps,
  tx: Tx,
  {
    id,
    revision,
    number,
    operatorId,
  }: { readonly id: string; readonly revision: number; readonly number: number; readonly operatorId: string },
): Promise<Result<null, 'not_found' | 'edit_conflict'>> {
  const found = await lockedAt(tx, id, revision);
  if (!found.ok) return found;
  const version = await findVersion(tx, id, number);
  if (version === undefined) return refuse({ code: 'not_found' });
  const now = new Date(deps.clock.now());
  // What was typed since the last version is not lost either
  await keepVersion(deps, tx, { item: found.value, note: '', operatorId });
  const isThere = (await readCategories(tx)).some(({ id: one }) => one === version.category_id);
  const categoryId = isThere ? version.category_id : found.value.category_id;
  await saveDraft(tx, { id, categoryId, draft: version.texts, by: operatorId, now });
  const item = { ...found.value, draft: version.texts, revision: revision + 1, category_id: categoryId };
  await keepVersion(deps, tx, { item, note: `← ${number}`, operatorId });
  await auditContent(deps, tx, { action: 'roll_back', id, operatorId, detail: { ...titlesOf(version.texts), to: number } });
  return accept(null);
}
