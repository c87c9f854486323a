import type { ContentItemAttributes, ContentRowAttributes, ContentVersionAttributes, DraftText } from '#contract/office/content/content.ts';
import type { ContentText } from '#core/content/item.ts';
import { toRfc3339 } from '#core/time.ts';
import { seolinkOf } from './content.ts';
import type { ItemRow, ListedRow } from './item-store.ts';
import type { VersionRow } from './version-store.ts';

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
