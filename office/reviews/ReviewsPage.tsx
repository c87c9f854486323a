import { useQuery } from '@tanstack/react-query';
import { officeListReviews } from '#contract/office/customers/reviews.ts';
import { oneOf } from '#core/closed-list.ts';
import { RATINGS, REVIEW_STATES } from '#core/customer/review.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ReviewCard } from './ReviewCard.tsx';

const FILTERS = ['state', 'rating'] as const;

/** Customers' reviews: publish, decline, answer. */
export function ReviewsPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const state = oneOf(['all', ...REVIEW_STATES] as const, address.filters['state']) ?? 'pending';
  const rating = RATINGS.find((value) => String(value) === address.filters['rating']);
  const queryKey = [...keys.reviews(), state, rating, query];
  const reviews = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api(officeListReviews, { query: { state, ...(rating === undefined ? {} : { rating: String(rating) }), ...query }, signal }),
    refetchInterval: 15_000,
  });
  const rows = useRowsWhileEditing(reviews, queryKey);
  return (
    <Screen title={t('office_reviews.title')}>
      <ListTools
        list={list}
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
      <ListBody query={rows.query} list={list} empty={t('office_reviews.none')}>
        <Cards list={rows}>{({ id, attributes }) => <ReviewCard id={id} review={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
