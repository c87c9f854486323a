import { useLoaderData, type MetaFunction } from 'react-router';
import { loadNews } from '#web/content/load-texts.ts';
import { NewsList, NewsNotFound } from '#web/content/NewsList.tsx';
import { newsMeta } from '#web/content/text-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

await loadMessages('content');

export const loader = loadNews;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (loaderData === undefined) return [];
  const locale = localeOf(location.pathname);
  const t = translatorOf(locale);
  return newsMeta(t('content.news.title'), locale, t);
};

export default function News() {
  const { t } = useTranslation();
  return <NewsList {...useLoaderData<typeof loader>()} currentPath="/news" title={t('content.news.title')} />;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <NewsNotFound error={error} />;
}
