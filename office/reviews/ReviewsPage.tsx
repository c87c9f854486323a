import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeListReviews } from '#contract/office-reviews.ts';
import { RATINGS, REVIEW_STATES } from '#core/review.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Cards } from '#office/in-hand/Cards.tsx';
import { useInHand } from '#office/in-hand/use-in-hand.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { clearing, useListAddress } from '#office/lists/use-list-address.ts';
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
  const queryKey = [...keys.reviews(), state, rating, query];
  const reviews = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api(officeListReviews, { query: { state, ...(rating === undefined ? {} : { rating: String(rating) }), ...query }, signal }),
    refetchInterval: 15_000,
  });
  const inHand = useInHand(reviews, queryKey);
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
      <ListBody
        asked={inHand.asked}
        spot={address}
        onSpot={(spot) => used.change(spot)}
        empty={t('office_reviews.none')}
        clear={clearing(used)}
      >
        <Cards inHand={inHand}>{({ id, attributes }) => <ReviewCard id={id} review={attributes} />}</Cards>
      </ListBody>
    </>
  );
}
