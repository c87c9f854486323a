import type { ContentAttributes } from '#contract/content.ts';
import type { Locale } from '#core/locale.ts';
import type { PagePlace } from '#web/head/page-place.ts';

/** Pages that stand at the root of the site: everybody looks for them there, and what is printed names them. */
export const ROOT_PAGES: readonly string[] = ['terms', 'aml', 'privacy', 'contacts', 'how-we-work', 'fees'];

type Kind = ContentAttributes['kind'];

const BARE: Readonly<Record<Kind, (address: { readonly slug: string; readonly seolink: string }) => string>> = {
  news: ({ slug }) => `/news/${slug}`,
  faq: ({ slug }) => `/faq/${slug}`,
  page: ({ seolink }) => (ROOT_PAGES.includes(seolink) ? `/${seolink}` : `/pages/${seolink}`),
};

/** The bare path of a text in a language; null: it is not written in it. */
export function pathOf({ kind, languages }: Pick<ContentAttributes, 'kind' | 'languages'>, locale: Locale): string | null {
  const address = languages[locale];
  return address === null ? null : BARE[kind](address);
}

/** Where a text stands in each language. */
export const placeOf = (text: ContentAttributes): PagePlace => ({
  paths: { ru: pathOf(text, 'ru'), en: pathOf(text, 'en') },
  type: text.kind === 'news' ? 'article' : 'website',
});
