import type { ContentAttributes } from '#contract/public/content.ts';
import type { Locale } from '#core/locale.ts';
import type { LocalisedPage } from '#web/head/localised-page.ts';

/** Pages at the root of the site: their addresses are expected there, and printed. */
export const ROOT_PAGES: readonly string[] = ['terms', 'aml', 'privacy', 'contacts', 'how-we-work', 'fees'];

type Kind = ContentAttributes['kind'];

const PATH_BY_KIND: Readonly<Record<Kind, (address: { readonly slug: string; readonly seolink: string }) => string>> = {
  news: ({ slug }) => `/news/${slug}`,
  faq: ({ slug }) => `/faq/${slug}`,
  page: ({ seolink }) => (ROOT_PAGES.includes(seolink) ? `/${seolink}` : `/pages/${seolink}`),
};

/** Path of a text in a language, without language prefix; null: it does not exist in that language. */
export function pathOf({ kind, languages }: Pick<ContentAttributes, 'kind' | 'languages'>, locale: Locale): string | null {
  const address = languages[locale];
  return address === null ? null : PATH_BY_KIND[kind](address);
}

/** Paths of a text in every language, and the type of its page. */
export const placeOf = (text: ContentAttributes): LocalisedPage => ({
  paths: { ru: pathOf(text, 'ru'), en: pathOf(text, 'en') },
  type: text.kind === 'news' ? 'article' : 'website',
});
