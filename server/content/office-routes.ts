import {
  type ContentItemAttributes,
  type ContentRowAttributes,
  type ContentVersionAttributes,
  type DraftText,
  officeArchiveContent,
  officeCallOffContent,
  officeCreateContent,
  officeGetContent,
  officeGetContentVersion,
  officeListContent,
  officeListContentVersions,
  officePublishContent,
  officeReviewContent,
  officeRollBackContent,
  officeSaveContent,
} from '#contract/office/content/content.ts';
import type { ContentText } from '#core/content/item.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { seolinkOf } from './content.ts';
import { type ContentDeps, createItem, rollBackItem, saveItem } from './edit-item.ts';
import { type ContentFilter, countItems, findItem, type ItemRow, type ListedRow, listItems } from './item-store.ts';
import { archiveItem, callOffItem, publishItem, reviewItem } from './publish-item.ts';
import { countVersions, findVersion, listVersions, type VersionRow } from './version-store.ts';

const timeText = (at: Date | null): string | null => at && toRfc3339(at.getTime());

export const presentRow = (row: ListedRow): ContentRowAttributes => ({
  kind: row.kind,
  category_id: String(row.category_id),
  category: { ru: row.category_ru, en: row.category_en },
  state: row.state,
  has_changes: row.shown_revision !== null && row.revision > row.shown_revision,
  is_in_review: row.is_in_review,
  title: { ru: row.title_ru, en: row.title_en },
  published_at: timeText(row.published_at),
  next_at: timeText(row.next_at),
  next: row.next_at === null ? null : row.next_version === null ? 'take_down' : 'publish',
  sort: row.sort,
  draft_at: toRfc3339(row.draft_at.getTime()),
  draft_by: row.draft_by_name,
});

/** A text for its editor, with the document as stored. */
export const presentDraft = (text: ContentText | null): DraftText | null => text && { ...text, body: { ...text.body } };

const presentAddress = (text: ContentText | null | undefined) => (text == null ? null : { slug: text.slug, seolink: seolinkOf(text) });

export const presentItem = (row: ItemRow): ContentItemAttributes => ({
  ...presentRow(row),
  revision: row.revision,
  ru: presentDraft(row.draft.ru),
  en: presentDraft(row.draft.en),
  review_by: row.review_by_name,
  review_note: row.review_note,
  created_at: toRfc3339(row.created_at.getTime()),
  created_by: row.created_by_name,
  shown_version: row.shown_version,
  shown: { ru: presentAddress(row.shown_texts?.ru), en: presentAddress(row.shown_texts?.en) },
});

export const presentVersion = (row: VersionRow, shownVersion: number | null): ContentVersionAttributes => ({
  number: row.number,
  made_at: toRfc3339(row.made_at.getTime()),
  made_by: row.made_by_name,
  note: row.note,
  is_shown: row.number === shownVersion,
  title: { ru: row.title_ru, en: row.title_en },
});

type OfficeDeps = ContentDeps & Pick<Deps, 'db'>;

const nowOf = ({ clock }: Pick<Deps, 'clock'>): Date => new Date(clock.now());

async function readItem(deps: Pick<Deps, 'clock'>, db: Queryable, id: string) {
  const row = await findItem(db, id, nowOf(deps));
  return row === undefined
    ? refuse({ code: 'not_found' })
    : accept({ data: { type: 'content_items' as const, id: row.id, attributes: presentItem(row) } });
}

const instantOf = (text: string | null | undefined): number | null => (text == null ? null : Date.parse(text));

const readingRoutes = (deps: OfficeDeps): Route[] => [
  route(officeListContent, async (call) => {
    const { kind, state, category_id: categoryId, lacks, q } = call.query;
    const filter: ContentFilter = {
      kind,
      state,
      categoryId: categoryId === undefined ? undefined : Number(categoryId),
      lacks,
      q: q?.trim() || undefined,
      now: nowOf(deps),
    };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([listItems(deps.db, filter, page), countItems(deps.db, filter, page.maxCounted)]);
    return accept({
      data: rows.map((row) => ({ type: 'content_items', id: row.id, attributes: presentRow(row) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(officeGetContent, async ({ params: { id } }) => await readItem(deps, deps.db, id)),
  route(officeListContentVersions, async (call) => {
    const item = await findItem(deps.db, call.params.id, nowOf(deps));
    if (item === undefined) return refuse({ code: 'not_found' });
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([
      listVersions(deps.db, item.id, page),
      countVersions(deps.db, item.id, page.maxCounted),
    ]);
    return accept({
      data: rows.map((row) => ({
        type: 'content_versions',
        id: `${item.id}-${row.number}`,
        attributes: presentVersion(row, item.shown_version),
      })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(officeGetContentVersion, async ({ params: { id, number } }) => {
    const item = await findItem(deps.db, id, nowOf(deps));
    const row = item && (await findVersion(deps.db, item.id, Number(number)));
    if (item === undefined || row === undefined) return refuse({ code: 'not_found' });
    const texts = { ru: presentDraft(row.texts.ru), en: presentDraft(row.texts.en) };
    const attributes = { ...presentVersion(row, item.shown_version), ...texts };
    return accept({ data: { type: 'content_versions', id: `${item.id}-${row.number}`, attributes } });
  }),
];

const writingRoutes = (deps: OfficeDeps): Route[] => [
  route(officeCreateContent, async ({ body, visitor: { userId: operatorId }, tx }) => {
    const created = await createItem(deps, tx, { categoryId: Number(body.category_id), operatorId });
    if (!created.ok) return created;
    const item = await readItem(deps, tx, created.value);
    if (!item.ok) throw new Error('the text that was just written is gone');
    return item;
  }),
  route(officeSaveContent, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const { revision, category_id: categoryId, sort, ru, en, keep: keepPrevious = false } = body;
    const saved = await saveItem(deps, tx, {
      id,
      revision,
      categoryId: Number(categoryId),
      sort,
      texts: { ru, en },
      keepPrevious,
      operatorId,
    });
    return saved.ok ? await readItem(deps, tx, id) : saved;
  }),
  route(officeRollBackContent, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const result = await rollBackItem(deps, tx, { id, ...body, operatorId });
    return result.ok ? await readItem(deps, tx, id) : result;
  }),
  route(officeReviewContent, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const result = await reviewItem(deps, tx, { id, revision: body.revision, operatorId, note: body.note?.trim() ?? '' });
    return result.ok ? await readItem(deps, tx, id) : result;
  }),
];

const publishingRoutes = (deps: OfficeDeps): Route[] => [
  route(officePublishContent, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const [from, until, note] = [instantOf(body.from), instantOf(body.until), body.note?.trim() ?? ''];
    const result = await publishItem(deps, tx, { id, revision: body.revision, operatorId, from, until, note });
    return result.ok ? await readItem(deps, tx, id) : result;
  }),
  route(officeArchiveContent, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const item = await findItem(tx, id, nowOf(deps));
    if (item === undefined) return refuse({ code: 'not_found' });
    const result = await archiveItem(deps, tx, { id, ...body, operatorId, isShown: item.shown_version !== null });
    return result.ok ? await readItem(deps, tx, id) : result;
  }),
  route(officeCallOffContent, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const result = await callOffItem(deps, tx, { id, ...body, operatorId });
    return result.ok ? await readItem(deps, tx, id) : result;
  }),
];

export const officeContentRoutes = (deps: OfficeDeps): Route[] => [
  ...readingRoutes(deps),
  ...writingRoutes(deps),
  ...publishingRoutes(deps),
];
