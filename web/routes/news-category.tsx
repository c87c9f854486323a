import { useLoaderData, type MetaFunction } from 'react-router';
import { loadNewsCategory } from '#web/content/load-texts.ts';
import { NewsList, NewsNotFound } from '#web/content/NewsList.tsx';
import { newsMeta } from '#web/content/text-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

await loadMessages('content');

export const loader = loadNewsCategory;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  const locale = localeOf(location.pathname);
  const t = translatorOf(locale);
  return loaderData === undefined ? [] : newsMeta(t('content.news.of', { name: loaderData.category.name }), locale, t);
};

export default function NewsCategory() {
  const { category, ...list } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  return <NewsList {...list} currentPath={`/news/category/${category.slug}`} title={t('content.news.of', { name: category.name })} />;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <NewsNotFound error={error} />;
}
