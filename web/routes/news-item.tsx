import { useLoaderData, type MetaFunction } from 'react-router';
import { loadNewsItem } from '#web/content/load-texts.ts';
import { NewsItem } from '#web/content/NewsItem.tsx';
import { textMeta } from '#web/content/text-meta.ts';
import { TextNotFound } from '#web/content/TextNotFound.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('content');

export const loader = loadNewsItem;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) =>
  textMeta(loaderData?.text, translatorOf(localeOf(location.pathname)));

export default function NewsItemRoute() {
  const { text, publicUrl, categories, months } = useLoaderData<typeof loader>();
  return <NewsItem text={text} publicUrl={publicUrl} categories={categories} months={months} />;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <TextNotFound error={error} />;
}
