import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListReviews } from '#contract/office-reviews.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';
import { Said } from './ReviewCard.tsx';

/** What the customer says of this exchange, on the order's own screen; decided and answered where reviews are. */
export function OrderReview({ orderId }: { readonly orderId: string }) {
  const api = useApi();
  const { t } = useWords();
  const asked = useQuery({
    queryKey: [...keys.reviews(), 'of-order', orderId],
    queryFn: async ({ signal }) => (await api(officeListReviews, { query: { state: 'all', order_id: orderId }, signal })).data[0] ?? null,
    refetchInterval: 30_000,
  });
  const review = asked.data?.attributes;
  if (review === undefined) return null;
  return (
    <section className="sheet" aria-labelledby="order-review">
      <h2 id="order-review">{t('office_reviews.of_order')}</h2>
      <Said review={review} />
      <p>
        <Link to={paths.reviews(orderId)}>{t(review.state === 'pending' ? 'office_reviews.to_decide' : 'office_reviews.to_queue')}</Link>
      </p>
    </section>
  );
}
