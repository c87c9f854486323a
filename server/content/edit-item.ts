import type { DraftText } from '#contract/office/content/content.ts';
import type { AuditAction } from '#core/staff/audit-action.ts';
import { EMPTY_DOCUMENT, imagesOf, isContentDocument, invalidPlaceOf } from '#core/content/document.ts';
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

/** Drafts are saved automatically, so saves of one operator within this time get one audit entry. */
const AUDIT_INTERVAL_MS = 10 * MINUTE_MS;

const EMPTY_TEXT: ContentText = {
  title: '',
  slug: '',
  seolink: '',
  excerpt: '',
  body: EMPTY_DOCUMENT,
  seo: { title: '', description: '' },
};

type ContentAction = AuditAction extends infer A ? (A extends `content.${infer Name}` ? Name : never) : never;

/** Records an action on texts in the audit log. */
export const auditContent = (
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  entry: {
    readonly action: ContentAction;
    readonly id: string;
    readonly operatorId: string;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  recordAudit(deps, tx, {
    actorId: entry.operatorId,
    action: `content.${entry.action}`,
    subjectType: 'content',
    subjectId: entry.id,
    detail: entry.detail,
  });

/** Titles, for the audit log. */
export const titlesOf = (texts: ContentTexts) => ({ ru: texts.ru?.title ?? null, en: texts.en?.title ?? null });

/** Locks a text. Refused if it is no longer at the revision that the operator saw; the refusal names the present one and its author. */
export async function lockRevision(tx: Tx, id: string, revision: number): Promise<Result<LockedRow, 'not_found' | 'edit_conflict'>> {
  const item = await lockItem(tx, id);
  if (item === undefined) return refuse({ code: 'not_found' });
  if (item.revision === revision) return accept(item);
  return refuse({ code: 'edit_conflict', meta: { by: item.draft_by_name, revision: item.revision } });
}

/** Creates a text as a draft. */
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
  const images = imagesOf(text.body.content);
  const stored = new Map((await findImages(db, [...new Set(images.map(({ id }) => id))])).map((image) => [image.id, image]));
  const isWrong = images.some(({ id, width, height }) => stored.get(id)?.width !== width || stored.get(id)?.height !== height);
  return isWrong ? { code: 'invalid_format', field: `${locale}/body`, message: 'content_image' } : undefined;
}

/** Validates submitted texts. Every node of the document must be valid, and every picture stored. */
async function readTexts(
  db: Queryable,
  input: { readonly [L in Locale]: DraftText | null },
): Promise<Result<ContentTexts, 'invalid_format'>> {
  const texts: { [L in Locale]: ContentText | null } = { ru: null, en: null };
  for (const locale of LOCALES) {
    const text = input[locale];
    if (text === null) continue;
    const { body } = text;
    if (!isContentDocument(body)) {
      const field = `${locale}/body/${invalidPlaceOf(body) ?? ''}`.slice(0, 200);
      return refuse({ code: 'invalid_format', field, message: 'content_document' });
    }
    const validText = { ...text, body };
    const problem = await checkImages(db, locale, validText);
    if (problem !== undefined) return refuse(problem);
    texts[locale] = validText;
  }
  return accept(texts);
}

export interface DraftEdit {
  readonly id: string;
  readonly revision: number;
  readonly categoryId: number;
  readonly sort: number;
  readonly texts: { readonly [L in Locale]: DraftText | null };
  /** Whether to keep the previous draft as a version. */
  readonly keepPrevious: boolean;
  readonly operatorId: string;
}

/** Saves a draft over the revision that was read. */
export async function saveItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, categoryId, sort, texts, keepPrevious, operatorId }: DraftEdit,
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'invalid_format'>> {
  const locked = await lockRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const item = locked.value;
  const category = (await readCategories(tx)).find((candidate) => candidate.id === categoryId);
  if (category?.kind !== item.kind) return refuse({ code: 'invalid_format', field: 'category_id', message: 'content_category' });
  const validated = await readTexts(tx, texts);
  if (!validated.ok) return validated;
  if (keepPrevious) await storeVersion(deps, tx, { item, note: '', operatorId: item.draft_by ?? operatorId });
  const now = new Date(deps.clock.now());
  await saveDraft(tx, { id, categoryId, sort, draft: validated.value, by: operatorId, now });
  const isAudited = item.draft_by === operatorId && now.getTime() - item.draft_at.getTime() < AUDIT_INTERVAL_MS && revision > 1;
  if (!isAudited) await auditContent(deps, tx, { action: 'write', id, operatorId, detail: { ...titlesOf(validated.value), revision } });
  return accept(null);
}

/** Stores the draft as a version, once per revision. Returns the number of the version. */
export async function storeVersion(
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

/** Restores a version as the draft, with its category if that still exists. */
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
  const locked = await lockRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const version = await findVersion(tx, id, number);
  if (version === undefined) return refuse({ code: 'not_found' });
  const now = new Date(deps.clock.now());
  // The current draft is kept as a version too
  await storeVersion(deps, tx, { item: locked.value, note: '', operatorId });
  const hasCategory = (await readCategories(tx)).some((category) => category.id === version.category_id);
  const categoryId = hasCategory ? version.category_id : locked.value.category_id;
  await saveDraft(tx, { id, categoryId, draft: version.texts, by: operatorId, now });
  const item = { ...locked.value, draft: version.texts, revision: revision + 1, category_id: categoryId };
  await storeVersion(deps, tx, { item, note: `← ${number}`, operatorId });
  await auditContent(deps, tx, { action: 'roll_back', id, operatorId, detail: { ...titlesOf(version.texts), to: number } });
  return accept(null);
}
