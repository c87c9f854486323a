import { contentProblems, type ContentTexts } from '#core/content/item.ts';
import { LOCALES } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, type Instant, toRfc3339 } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { CONTENT_CHANNEL, seolinkOf } from './content.ts';
import { auditContent, type ContentDeps, storeVersion, lockRevision, titlesOf } from './edit-item.ts';
import { clearPublishedAt, savePublished, saveReview } from './item-store.ts';
import { incrementContentRevision } from './published-store.ts';
import { type Address, addressesOfOthers, cancelScheduled, insertPublication, saveAddresses } from './version-store.ts';

type TextRefusal = 'required' | 'too_long' | 'invalid_format';

/** Bounds of publication dates. Imported news has dates in the past. */
const MAX_AHEAD_MS = 2 * 366 * DAY_MS;
const MIN_DATE = Date.UTC(2000, 0, 1);

const refusalOf = ({ field, reason }: ReturnType<typeof contentProblems>[number]): Refusal<TextRefusal> => {
  if (reason === 'required') return { code: 'required', field };
  if (reason === 'too_long') return { code: 'too_long', field, params: { max: 100 } };
  return reason === 'invalid_slug'
    ? { code: 'invalid_format', field, message: 'invalid_slug' }
    : { code: 'invalid_format', field, message: 'reserved_slug' };
};

/** Addresses of a text in its locales. */
export const addressesOf = (texts: ContentTexts): readonly Address[] =>
  LOCALES.flatMap((locale): Address[] => {
    const text = texts[locale];
    if (text === null) return [];
    return [
      { form: 'slug', locale, address: text.slug },
      { form: 'seolink', locale, address: seolinkOf(text) },
    ];
  });

/** Refuses a text that is incomplete in one of its locales, or whose address belongs to another text. */
async function checkPublishable(tx: Tx, id: string, texts: ContentTexts): Promise<Result<null, TextRefusal>> {
  const [problem, ...otherProblems] = contentProblems(texts).map(refusalOf);
  if (problem !== undefined) return refuse(problem, ...otherProblems);
  const [takenAddress, ...otherAddresses] = await addressesOfOthers(tx, id, addressesOf(texts));
  const refusal = ({ locale, form }: NonNullable<typeof takenAddress>): Refusal<TextRefusal> => ({
    code: 'invalid_format',
    field: `${locale}/${form}`,
    message: 'slug_taken',
  });
  return takenAddress === undefined ? accept(null) : refuse(refusal(takenAddress), ...otherAddresses.map(refusal));
}

/** Reloads published texts in every process. */
export async function publishChange(deps: ContentDeps, tx: Tx): Promise<void> {
  await incrementContentRevision(tx);
  await deps.live.notify(tx, CONTENT_CHANNEL, '');
}

interface ItemAction {
  readonly id: string;
  /** The revision that the operator saw. */
  readonly revision: number;
  readonly operatorId: string;
}

/** Requests a review of a draft, which is stored as a version. */
export async function reviewItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId, note }: ItemAction & { readonly note: string },
): Promise<Result<null, 'not_found' | 'edit_conflict' | TextRefusal>> {
  const locked = await lockRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const publishable = await checkPublishable(tx, id, locked.value.draft);
  if (!publishable.ok) return publishable;
  const number = await storeVersion(deps, tx, { item: locked.value, note, operatorId });
  await saveReview(tx, id, { by: operatorId, note });
  await auditContent(deps, tx, { action: 'review', id, operatorId, detail: { ...titlesOf(locked.value.draft), version: number } });
  return accept(null);
}

export interface PublishInput extends ItemAction {
  readonly from: Instant | null;
  readonly until: Instant | null;
  readonly note: string;
}

function checkTimes(from: Instant | null, until: Instant | null, now: Instant): Result<null, 'invalid_format'> {
  const refuseField = (field: string) => refuse({ code: 'invalid_format', field, message: 'content_time' } as const);
  if (from !== null && (from < MIN_DATE || from - now > MAX_AHEAD_MS)) return refuseField('from');
  if (until !== null && (until <= Math.max(from ?? now, now) || until - now > MAX_AHEAD_MS)) return refuseField('until');
  return accept(null);
}

/** Publishes a draft from a moment on, and replaces what was scheduled. Its addresses stay its own. */
export async function publishItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId, from, until, note }: PublishInput,
): Promise<Result<null, 'not_found' | 'edit_conflict' | TextRefusal>> {
  const locked = await lockRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const item = locked.value;
  const now = deps.clock.now();
  const times = checkTimes(from, until, now);
  if (!times.ok) return times;
  const publishable = await checkPublishable(tx, id, item.draft);
  if (!publishable.ok) return publishable;
  const number = await storeVersion(deps, tx, { item, note, operatorId });
  const at = new Date(now);
  const publishedAt = new Date(from ?? now);
  // A past date is only displayed: the text is shown from now on
  const beginsAt = publishedAt < at ? at : publishedAt;
  await cancelScheduled(tx, id, { by: operatorId, now: at });
  await saveAddresses(tx, id, addressesOf(item.draft), at);
  // A concurrent publication may have taken an address first
  const recheck = await checkPublishable(tx, id, item.draft);
  if (!recheck.ok) return recheck;
  await insertPublication(tx, { itemId: id, version: number, from: beginsAt, by: operatorId, now: at });
  if (until !== null) await insertPublication(tx, { itemId: id, version: null, from: new Date(until), by: operatorId, now: at });
  await savePublished(tx, id, { from: publishedAt, now: at });
  await publishChange(deps, tx);
  await auditContent(deps, tx, {
    action: 'publish',
    id,
    operatorId,
    detail: {
      ...titlesOf(item.draft),
      version: number,
      from: toRfc3339(beginsAt.getTime()),
      until: until === null ? null : toRfc3339(until),
    },
  });
  return accept(null);
}

/** Takes a text down and cancels what is scheduled. Refused if the text is neither shown nor scheduled. */
export async function archiveItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId, isShown }: ItemAction & { readonly isShown: boolean },
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'order_state_conflict'>> {
  const locked = await lockRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const now = new Date(deps.clock.now());
  const cancelled = await cancelScheduled(tx, id, { by: operatorId, now });
  if (!isShown && cancelled === 0) return refuse({ code: 'order_state_conflict', message: 'content_not_shown' });
  if (isShown) await insertPublication(tx, { itemId: id, version: null, from: now, by: operatorId, now });
  await clearPublishedAt(tx, id, now);
  await publishChange(deps, tx);
  await auditContent(deps, tx, { action: 'archive', id, operatorId, detail: titlesOf(locked.value.draft) });
  return accept(null);
}

/** Cancels scheduled publications that have not begun. */
export async function callOffItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId }: ItemAction,
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'order_state_conflict'>> {
  const locked = await lockRevision(tx, id, revision);
  if (!locked.ok) return locked;
  const now = new Date(deps.clock.now());
  if ((await cancelScheduled(tx, id, { by: operatorId, now })) === 0)
    return refuse({ code: 'order_state_conflict', message: 'content_not_scheduled' });
  await clearPublishedAt(tx, id, now);
  await publishChange(deps, tx);
  await auditContent(deps, tx, { action: 'call_off', id, operatorId, detail: titlesOf(locked.value.draft) });
  return accept(null);
}
