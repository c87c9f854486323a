import type { ContentAttributes } from '#contract/content.ts';
import type { ContentText } from '#core/content/item.ts';
import { shortened } from '#core/content/render.ts';
import { toRfc3339 } from '#core/time.ts';
import { htmlOf, type PublishedText, seolinkOf, wordsIn } from './content.ts';

const EXCERPT = 240;
const DESCRIPTION = 160;

/** What is told of a text in a list: what its writer says, else how it begins. */
export const excerptOf = (text: ContentText): string => (text.excerpt.trim() === '' ? shortened(wordsIn(text), EXCERPT) : text.excerpt);

const addressesOf = (text: ContentText | null) => text && { slug: text.slug, seolink: seolinkOf(text) };

/** A published text by the words of contract 4. */
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
    description: text.seo.description.trim() || shortened(excerptOf(text), DESCRIPTION),
  },
  changed_at: toRfc3339(changedAt),
  kind,
  languages: { ru: addressesOf(texts.ru), en: addressesOf(texts.en) },
});
