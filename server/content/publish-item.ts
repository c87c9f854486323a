import { contentProblems, type ContentTexts } from '#core/content/item.ts';
import { LOCALES } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, type Instant, toRfc3339 } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { CONTENT_CHANNEL, seolinkOf } from './content.ts';
import { auditContent, type ContentDeps, keepVersion, lockedAt, titlesOf } from './edit-item.ts';
import { forgetPublishedAt, savePublished, saveReview } from './item-store.ts';
import { countContentChange } from './published-store.ts';
import { type Address, addressesOfOthers, callOff, insertPublication, keepAddresses } from './version-store.ts';

type Unfit = 'required' | 'too_long' | 'invalid_format';

/** Nobody plans further; older dates are those of news that came along from another site. */
const FURTHEST_MS = 2 * 366 * DAY_MS;
const OLDEST = Date.UTC(2000, 0, 1);

const refusalOf = ({ field, reason }: ReturnType<typeof contentProblems>[number]): Refusal<Unfit> => {
  if (reason === 'required') return { code: 'required', field };
  if (reason === 'too_long') return { code: 'too_long', field, params: { max: 100 } };
  return reason === 'invalid_slug'
    ? { code: 'invalid_format', field, message: 'invalid_slug' }
    : { code: 'invalid_format', field, message: 'reserved_slug' };
};

/** Where a text stands in each of its languages. */
export const addressesOf = (texts: ContentTexts): readonly Address[] =>
  LOCALES.flatMap((locale): Address[] => {
    const text = texts[locale];
    if (text === null) return [];
    return [
      { form: 'slug', locale, address: text.slug },
      { form: 'seolink', locale, address: seolinkOf(text) },
    ];
  });

/** Whether a text is fit for readers: whole in every language that it has, at addresses that lead to no other text. */
async function checkFit(tx: Tx, id: string, texts: ContentTexts): Promise<Result<null, Unfit>> {
  const [first, ...others] = contentProblems(texts).map(refusalOf);
  if (first !== undefined) return refuse(first, ...others);
  const [taken, ...more] = await addressesOfOthers(tx, id, addressesOf(texts));
  const refusal = ({ locale, form }: NonNullable<typeof taken>): Refusal<Unfit> => ({
    code: 'invalid_format',
    field: `${locale}/${form}`,
    message: 'slug_taken',
  });
  return taken === undefined ? accept(null) : refuse(refusal(taken), ...more.map(refusal));
}

/** What readers see is another from now on, in every process. */
export async function tellReaders(deps: ContentDeps, tx: Tx): Promise<void> {
  await countContentChange(tx);
  await deps.live.notify(tx, CONTENT_CHANNEL, '');
}

interface Deed {
  readonly id: string;
  /** The revision that whoever does it has seen. */
  readonly revision: number;
  readonly operatorId: string;
}

/** Asks a colleague to look at a draft, which is kept as it is. */
export async function reviewItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId, note }: Deed & { readonly note: string },
): Promise<Result<null, 'not_found' | 'edit_conflict' | Unfit>> {
  const found = await lockedAt(tx, id, revision);
  if (!found.ok) return found;
  const fit = await checkFit(tx, id, found.value.draft);
  if (!fit.ok) return fit;
  const number = await keepVersion(deps, tx, { item: found.value, note, operatorId });
  await saveReview(tx, id, { by: operatorId, note });
  await auditContent(deps, tx, { action: 'review', id, operatorId, detail: { ...titlesOf(found.value.draft), version: number } });
  return accept(null);
}

export interface PublishDeed extends Deed {
  readonly from: Instant | null;
  readonly until: Instant | null;
  readonly note: string;
}

function checkTimes(from: Instant | null, until: Instant | null, now: Instant): Result<null, 'invalid_format'> {
  const wrong = (field: string) => refuse({ code: 'invalid_format', field, message: 'content_time' } as const);
  if (from !== null && (from < OLDEST || from - now > FURTHEST_MS)) return wrong('from');
  if (until !== null && (until <= Math.max(from ?? now, now) || until - now > FURTHEST_MS)) return wrong('until');
  return accept(null);
}

/** Shows a draft to readers from a moment on, at addresses that are its own for good; what was scheduled before is called off. */
export async function publishItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId, from, until, note }: PublishDeed,
): Promise<Result<null, 'not_found' | 'edit_conflict' | Unfit>> {
  const found = await lockedAt(tx, id, revision);
  if (!found.ok) return found;
  const item = found.value;
  const now = deps.clock.now();
  const times = checkTimes(from, until, now);
  if (!times.ok) return times;
  const fit = await checkFit(tx, id, item.draft);
  if (!fit.ok) return fit;
  const number = await keepVersion(deps, tx, { item, note, operatorId });
  const at = new Date(now);
  const dated = new Date(from ?? now);
  // A date of the past is the date that readers are told; what they see they see from now on
  const begins = dated < at ? at : dated;
  await callOff(tx, id, { by: operatorId, now: at });
  await keepAddresses(tx, id, addressesOf(item.draft), at);
  // Somebody who published at the same moment may have been first
  const isOurs = await checkFit(tx, id, item.draft);
  if (!isOurs.ok) return isOurs;
  await insertPublication(tx, { itemId: id, version: number, from: begins, by: operatorId, now: at });
  if (until !== null) await insertPublication(tx, { itemId: id, version: null, from: new Date(until), by: operatorId, now: at });
  await savePublished(tx, id, { from: dated, now: at });
  await tellReaders(deps, tx);
  await auditContent(deps, tx, {
    action: 'publish',
    id,
    operatorId,
    detail: {
      ...titlesOf(item.draft),
      version: number,
      from: toRfc3339(begins.getTime()),
      until: until === null ? null : toRfc3339(until),
    },
  });
  return accept(null);
}

/** Takes a text away from readers and calls off what is scheduled. Refused where there is nothing of either. */
export async function archiveItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId, isShown }: Deed & { readonly isShown: boolean },
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'order_state_conflict'>> {
  const found = await lockedAt(tx, id, revision);
  if (!found.ok) return found;
  const now = new Date(deps.clock.now());
  const calledOff = await callOff(tx, id, { by: operatorId, now });
  if (!isShown && calledOff === 0) return refuse({ code: 'order_state_conflict', message: 'content_not_shown' });
  if (isShown) await insertPublication(tx, { itemId: id, version: null, from: now, by: operatorId, now });
  await forgetPublishedAt(tx, id, now);
  await tellReaders(deps, tx);
  await auditContent(deps, tx, { action: 'archive', id, operatorId, detail: titlesOf(found.value.draft) });
  return accept(null);
}

/** Calls off what is scheduled and has not begun. */
export async function callOffItem(
  deps: ContentDeps,
  tx: Tx,
  { id, revision, operatorId }: Deed,
): Promise<Result<null, 'not_found' | 'edit_conflict' | 'order_state_conflict'>> {
  const found = await lockedAt(tx, id, revision);
  if (!found.ok) return found;
  const now = new Date(deps.clock.now());
  if ((await callOff(tx, id, { by: operatorId, now })) === 0)
    return refuse({ code: 'order_state_conflict', message: 'content_not_scheduled' });
  await forgetPublishedAt(tx, id, now);
  await tellReaders(deps, tx);
  await auditContent(deps, tx, { action: 'call_off', id, operatorId, detail: titlesOf(found.value.draft) });
  return accept(null);
}
