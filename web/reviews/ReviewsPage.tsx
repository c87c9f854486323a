import { Link } from 'react-router';
import type { ReviewSummaryAttributes } from '#contract/public/reviews.ts';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { reviewsLinkedData, Average, Review } from './Review.tsx';
import type { loadReviews } from './review-routes.ts';

type ReviewsData = Awaited<ReturnType<typeof loadReviews>>;

/** Average and distribution of all ratings; each rating links to its reviews. */
function Summary({ summary, rating }: { readonly summary: ReviewSummaryAttributes; readonly rating: number | null }) {
  const { t, to, locale } = useTranslation();
  const { average, count } = summary;
  if (average === null) return null;
  const choices = [{ rating: null, count }, ...summary.by_rating];
  return (
    <section
      aria-label={t('reviews.together')}
      className="mt-6 grid gap-5 rounded-tray border border-line p-5 sm:grid-cols-[auto_1fr] sm:gap-10"
    >
      <p className="grid content-start gap-1">
        <Average average={average} count={count} translation={{ t, locale }} />
      </p>
      <ul className="grid gap-1">
        {choices.map(({ rating: stars, count: ratingCount }) => (
          <li key={stars ?? 'all'}>
            <Link
              className="flex min-h-11 items-center gap-3 text-sm hover:underline aria-[current]:font-semibold sm:min-h-8"
              aria-current={stars === rating ? 'page' : undefined}
              to={to(stars === null ? '/reviews' : `/reviews?rating=${stars}`)}
            >
              <span className="w-24 shrink-0">{stars === null ? t('reviews.all') : t('reviews.stars', { count: stars })}</span>
              <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 min-w-0 grow">
                <rect width="100" height="8" rx="2" className="fill-well" />
                <rect width={count === 0 ? 0 : (ratingCount / count) * 100} height="8" rx="2" className="fill-action" />
              </svg>
              <span className="figures w-10 shrink-0 text-right text-muted">{ratingCount}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How reviews are published, and how many are declined, by reason. */
function Rules({ summary }: { readonly summary: ReviewSummaryAttributes }) {
  const { t } = useTranslation();
  const declinedCount = summary.declined.reduce((sum, { count }) => sum + count, 0);
  const reasons = summary.declined.map(({ reason, count }) => `${t(`reviews.reason.${reason}`)}: ${count}`).join(', ');
  return (
    <p className="mt-4 text-sm leading-6 text-muted">
      {t('reviews.rules')} {declinedCount === 0 ? t('reviews.none_hidden') : t('reviews.hidden', { count: declinedCount, why: reasons })}
    </p>
  );
}

/** Published reviews, newest first (decision 0065). */
export function ReviewsPage({ reviews, summary, rating, page, pages, publicUrl }: ReviewsData) {
  const { t, to, locale } = useTranslation();
  const organization = { '@type': 'Organization', '@id': `${publicUrl}/#shop` };
  const linkedData = reviewsLinkedData({ subject: organization, summary, reviews }, t);
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-10 sm:px-6 md:py-14">
      {linkedData === undefined ? null : <LinkedData value={linkedData} />}
      <h1 className="text-2xl font-semibold text-balance sm:text-3xl">{t('reviews.title')}</h1>
      <Summary summary={summary} rating={rating} />
      <Rules summary={summary} />
      {reviews.length === 0 ? (
        <p className="mt-8 text-muted">
          {t(rating === null ? 'reviews.none' : 'reviews.none_such')}{' '}
          {rating === null ? null : (
            <Link className="link" to={to('/reviews')}>
              {t('reviews.to_all')}
            </Link>
          )}
        </p>
      ) : (
        <ol className="mt-4 mb-8 divide-y divide-line">
          {reviews.map((review) => (
            <li key={review.id}>
              <Review review={review} translation={{ t, locale }}>
                <p className="mt-1 text-sm text-muted">{t('reviews.pair', { from: review.from, to: review.to })}</p>
              </Review>
            </li>
          ))}
        </ol>
      )}
      <PageLinks
        page={page}
        pages={pages}
        label={t('reviews.pages')}
        texts={{ newer: t('reviews.newer'), older: t('reviews.older'), position: t('reviews.page_of', { page, pages }) }}
      />
    </div>
  );
}
