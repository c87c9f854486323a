import type { ReviewSummaryAttributes } from '#contract/reviews.ts';

interface ToldReview {
  readonly rating: number;
  readonly text: string;
  readonly written_at: string;
  readonly locale: string;
}

/** What the page shows, for machines (schema.org); undefined where nobody has said anything. */
export function reviewsLinkedData(
  {
    publicUrl,
    summary,
    reviews,
  }: { readonly publicUrl: string; readonly summary: ReviewSummaryAttributes; readonly reviews: readonly ToldReview[] },
  authorOf: (place: number) => string,
): object | undefined {
  if (summary.average === null) return undefined;
  const stars = (value: number | string) => ({ ratingValue: String(value), bestRating: '5', worstRating: '1' });
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#shop`,
    aggregateRating: { '@type': 'AggregateRating', ...stars(summary.average), ratingCount: summary.count },
    review: reviews.map(({ rating, text, written_at: at, locale }, i) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ...stars(rating) },
      author: { '@type': 'Person', name: authorOf(i) },
      datePublished: at,
      inLanguage: locale,
      ...(text === '' ? {} : { reviewBody: text }),
    })),
  };
}
