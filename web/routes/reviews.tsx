import { useLoaderData, type MetaFunction } from 'react-router';
import { ListNotFound } from '#web/content/ListNotFound.tsx';
import { pageMeta } from '#web/head/page-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadReviews } from '#web/reviews/review-routes.ts';
import { ReviewsPage } from '#web/reviews/ReviewsPage.tsx';

await loadMessages('reviews');

export const loader = loadReviews;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (loaderData === undefined) return [];
  const t = translatorOf(localeOf(location.pathname));
  return pageMeta({ title: t('reviews.page_title'), description: t('reviews.description') });
};

export default function Reviews() {
  return <ReviewsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const texts = { title: t('reviews.nothing.title'), text: t('reviews.nothing.text'), toList: t('reviews.to_all') };
  return <ListNotFound error={error} list="/reviews" texts={texts} />;
}
