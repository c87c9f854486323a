import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeListReviews } from '#contract/office-reviews.ts';
import { RATINGS, REVIEW_STATES } from '#core/review.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useInHand } from '#office/lists/use-in-hand.ts';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useWords } from '#office/words/Words.tsx';
import { ReviewCard } from './ReviewCard.tsx';

const FILTERS = ['state', 'rating'] as const;

/** What customers say of their exchanges: read, shown or hidden for a reason, answered. */
export function ReviewsPage() {
  const api = useApi();
  const { t } = useWords();
  const used = useListAddress(FILTERS);
  const { address, query } = used;
  const state = (['all', ...REVIEW_STATES] as const).find((one) => one === address.filters['state']) ?? 'pending';
  const rating = RATINGS.find((one) => String(one) === address.filters['rating']);
  const reviews = useQuery({
    queryKey: [...keys.reviews(), state, rating, query],
    queryFn: ({ signal }) =>
      api(officeListReviews, { query: { state, ...(rating === undefined ? {} : { rating: String(rating) }), ...query }, signal }),
    refetchInterval: 15_000,
  });
  const { rows, gone, hold, release } = useInHand(reviews.data?.data ?? [], JSON.stringify([state, rating, query]));
  const decided = useQuery({
    queryKey: [...keys.reviews(), 'in_hand', gone?.id],
    queryFn: ({ signal }) => api(officeListReviews, { query: { state: 'all', q: gone?.attributes.order_id ?? '' }, signal }),
    enabled: gone !== null,
    refetchInterval: 15_000,
  });
  const shown = gone === null || reviews.data === undefined ? reviews : { ...reviews, data: { ...reviews.data, data: rows } };
  useEffect(() => {
    document.title = t('office_reviews.title');
  }, [t]);
  return (
    <>
      <h1>{t('office_reviews.title')}</h1>
      <p className="dim">{t('office_reviews.lead')}</p>
      <ListTools
        used={used}
        search={t('office_reviews.search')}
        filters={[
          {
            name: 'state',
            label: t('office_reviews.state.pending'),
            choices: (['published', 'declined', 'withdrawn', 'all'] as const).map((value) => ({
              value,
              label: t(`office_reviews.state.${value}`),
            })),
          },
          {
            name: 'rating',
            label: t('office_reviews.any_rating'),
            choices: RATINGS.map((value) => ({ value: String(value), label: t('office_reviews.stars', { count: value }) })),
          },
        ]}
      />
      <ListBody asked={shown} spot={address} onSpot={(spot) => used.change(spot)} empty={t('office_reviews.none')}>
        <ul className="cards">
          {rows.map(({ id, attributes }) => (
            <li key={id} className="sheet">
              <ReviewCard
                id={id}
                review={decided.data?.data.find((one) => one.id === id)?.attributes ?? attributes}
                onHold={() => hold(id)}
                onRelease={() => release(id)}
              />
            </li>
          ))}
        </ul>
      </ListBody>
    </>
  );
}
