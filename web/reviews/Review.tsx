import type { ReactNode } from 'react';
import type { ReviewAttributes, ReviewSummaryAttributes } from '#contract/public/reviews.ts';
import { formatDate } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import { Stars } from '#ui/Stars.tsx';
import type { Translate } from '#web/i18n/translator.ts';

/** The page's language: this part is also rendered without the context of `useTranslation`. */
interface Translation {
  readonly t: Translate;
  readonly locale: Locale;
}

interface AverageProps {
  readonly average: string;
  readonly count: number;
  readonly translation: Translation;
}

/** Average rating and number of reviews. */
export function Average({ average, count, translation: { t, locale } }: AverageProps) {
  const formatted = locale === 'ru' ? average.replace('.', ',') : average;
  return (
    <>
      <span className="figures text-display font-semibold tracking-tight">{formatted}</span>
      <Stars value={Number(average)} size="large" label={t('reviews.average', { average: formatted })} />
      <span className="text-sm text-muted">{t('reviews.count', { count })}</span>
    </>
  );
}

interface ReviewProps {
  readonly review: Omit<ReviewAttributes, 'payment_system_from_id' | 'payment_system_to_id'>;
  readonly translation: Translation;
  readonly children?: ReactNode;
}

/** A review; `children` come below its author. Its text is untrusted: plain, without links. */
export function Review({ review, translation: { t, locale }, children }: ReviewProps) {
  return (
    <article className="py-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars value={review.rating} label={t('reviews.stars', { count: review.rating })} />
        <span className="font-semibold wrap-anywhere" translate="no">
          {review.name ?? t('reviews.customer')}
        </span>
        <time className="text-sm text-muted" dateTime={review.written_at}>
          {formatDate(review.written_at, locale)}
        </time>
      </p>
      {children}
      {review.text === '' ? null : (
        <p lang={review.locale} className="mt-3 leading-7 whitespace-pre-line wrap-anywhere">
          {review.text}
        </p>
      )}
      {review.answer === null ? null : (
        <div className="mt-4 border-l-4 border-action pl-4">
          <p className="text-sm font-semibold">
            {t('reviews.answer')}{' '}
            <time className="font-normal text-muted" dateTime={review.answer.at}>
              {formatDate(review.answer.at, locale)}
            </time>
          </p>
          <p className="mt-1 leading-7 whitespace-pre-line wrap-anywhere">{review.answer.text}</p>
        </div>
      )}
    </article>
  );
}

interface ReviewedSubject {
  /** The schema.org object that the reviews are about. */
  readonly subject: object;
  readonly summary: Pick<ReviewSummaryAttributes, 'average' | 'count'>;
  readonly reviews: readonly Pick<ReviewAttributes, 'rating' | 'text' | 'name' | 'written_at' | 'locale'>[];
}

/** Reviews as schema.org data; undefined: there are none. */
export function reviewsLinkedData({ subject, summary, reviews }: ReviewedSubject, t: Translate): object | undefined {
  if (summary.average === null) return undefined;
  const stars = (value: number | string) => ({ ratingValue: String(value), bestRating: '5', worstRating: '1' });
  return {
    '@context': 'https://schema.org',
    ...subject,
    aggregateRating: { '@type': 'AggregateRating', ...stars(summary.average), ratingCount: summary.count },
    review: reviews.map(({ rating, text, name, written_at: at, locale }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ...stars(rating) },
      author: { '@type': 'Person', name: name ?? t('reviews.customer') },
      datePublished: at,
      inLanguage: locale,
      ...(text === '' ? {} : { reviewBody: text }),
    })),
  };
}
