import type { ContentAttributes } from '#contract/public/content.ts';
import type { ContentText } from '#core/content/item.ts';
import { truncate } from '#core/content/render.ts';
import { toRfc3339 } from '#core/time.ts';
import { htmlOf, type PublishedText, seolinkOf, plainTextOf } from './content.ts';

const EXCERPT_LENGTH = 240;
const DESCRIPTION_LENGTH = 160;

/** A text's excerpt, else its beginning. */
export const excerptOf = (text: ContentText): string =>
  text.excerpt.trim() === '' ? truncate(plainTextOf(text), EXCERPT_LENGTH) : text.excerpt;

const addressesOf = (text: ContentText | null) => text && { slug: text.slug, seolink: seolinkOf(text) };

/** A published text (contract 4). */
export const presentText = ({ kind, categoryId, publishedAt, changedAt, text, texts }: PublishedText): ContentAttributes => ({
  title: text.title,
  slug: text.slug,
  seolink: seolinkOf(text),
  excerpt: excerptOf(text),
  body: htmlOf(text),
  published_at: toRfc3339(publishedAt),
  category_id: String(categoryId),
  seo: {
    title: text.seo.title.trim() || text.title,
    description: text.seo.description.trim() || truncate(excerptOf(text), DESCRIPTION_LENGTH),
  },
  changed_at: toRfc3339(changedAt),
  kind,
  languages: { ru: addressesOf(texts.ru), en: addressesOf(texts.en) },
});
