import { useLoaderData, type MetaFunction } from 'react-router';
import { formatMonth } from '#core/format/moment.ts';
import { loadArchive } from '#web/content/load-texts.ts';
import { archivePath } from '#web/content/NewsFrame.tsx';
import { NewsList, NewsNotFound } from '#web/content/NewsList.tsx';
import { newsMeta } from '#web/content/text-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

await loadMessages('content');

export const loader = loadArchive;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  const locale = localeOf(location.pathname);
  const t = translatorOf(locale);
  if (loaderData === undefined) return [];
  const { year, month } = loaderData;
  return newsMeta(t('content.news.in', { month: formatMonth(month, locale), year }), locale, t);
};

export default function NewsArchive() {
  const { year, month, ...list } = useLoaderData<typeof loader>();
  const { t, locale } = useTranslation();
  return (
    <NewsList
      {...list}
      currentPath={archivePath({ year, month })}
      title={t('content.news.in', { month: formatMonth(month, locale), year })}
    />
  );
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <NewsNotFound error={error} />;
}
