import type { ReviewAttributes, ReviewSummaryAttributes } from '#contract/public/reviews.ts';
import type { Translate } from '#web/i18n/translator.ts';

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
