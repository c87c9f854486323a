import type { ContentAttributes } from '#contract/public/content.ts';
import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';

interface Site {
  readonly publicUrl: string;
  readonly locale: Locale;
}

interface Crumb {
  readonly name: string;
  /** Path without language prefix; absent for the page itself. */
  readonly path?: string;
}

/** Breadcrumbs as schema.org data. */
export const breadcrumbs = ({ publicUrl, locale }: Site, crumbs: readonly Crumb[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    ...(path === undefined ? {} : { item: publicUrl + localPath(locale, path) }),
  })),
});

/** A news item as schema.org data. */
export const newsArticle = ({ publicUrl, locale }: Site, text: ContentAttributes): object => ({
  '@type': 'NewsArticle',
  headline: text.title,
  description: text.seo.description,
  datePublished: text.published_at,
  dateModified: text.changed_at,
  inLanguage: locale,
  mainEntityOfPage: publicUrl + localPath(locale, `/news/${text.slug}`),
  author: { '@id': `${publicUrl}/#shop` },
  publisher: { '@id': `${publicUrl}/#shop` },
});

/** Questions and answers as schema.org data: exactly those on the page. */
export const faqPage = (questions: readonly { readonly title: string; readonly body: string }[]): object => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ title, body }) => ({ '@type': 'Question', name: title, acceptedAnswer: { '@type': 'Answer', text: body } })),
});

/** Several objects of one page. */
export const graphOf = (...things: readonly object[]): object => ({ '@context': 'https://schema.org', '@graph': things });
