import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListReviews } from '#contract/office/customers/reviews.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ReviewText } from './ReviewCard.tsx';

/** The customer's review on the order's screen; decided and answered on the reviews screen. */
export function OrderReview({ orderId }: { readonly orderId: string }) {
  const api = useApi();
  const { t } = useTranslation();
  const reviews = useQuery({
    queryKey: [...keys.reviews(), 'of-order', orderId],
    queryFn: async ({ signal }) => (await api(officeListReviews, { query: { state: 'all', order_id: orderId }, signal })).data[0] ?? null,
    refetchInterval: 30_000,
  });
  const review = reviews.data?.attributes;
  if (review === undefined) return null;
  return (
    <section className="sheet" aria-labelledby="order-review">
      <h2 id="order-review">{t('office_reviews.of_order')}</h2>
      <ReviewText review={review} />
      <p>
        <Link to={paths.reviews(orderId)}>{t(review.state === 'pending' ? 'office_reviews.to_decide' : 'office_reviews.to_queue')}</Link>
      </p>
    </section>
  );
}
