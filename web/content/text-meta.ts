import type { MetaDescriptor } from 'react-router';
import type { ContentAttributes } from '#contract/public/content.ts';
import type { Locale } from '#core/locale.ts';
import { pageMeta } from '#web/head/page-meta.ts';
import { localPath } from '#web/i18n/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';

/** Title and description of a text written in the office; of news also its dates. */
export function textMeta(text: ContentAttributes | undefined, t: Translate): MetaDescriptor[] {
  if (text === undefined) return [];
  const meta = pageMeta({ title: t('shell.titled', { title: text.seo.title }), description: text.seo.description });
  if (text.kind !== 'news') return meta;
  return [
    ...meta,
    { property: 'article:published_time', content: text.published_at },
    { property: 'article:modified_time', content: text.changed_at },
  ];
}

/** Link to the RSS feed. */
const feedLink = (href: string, title: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title,
  href,
});

/** Title, description and feed of a list of news. */
export const newsMeta = (title: string, locale: Locale, t: Translate): MetaDescriptor[] => [
  ...pageMeta({ title: t('shell.titled', { title }), description: t('content.news.description') }),
  feedLink(localPath(locale, '/news/rss.xml'), t('shell.titled', { title: t('content.news.title') })),
];
