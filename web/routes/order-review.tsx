import { useActionData, useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadOrderReview, orderReviewAction } from '#web/reviews/review-routes.ts';
import { OrderReviewPage } from '#web/reviews/OrderReviewPage.tsx';
import { FailurePage } from '#web/layout/FailurePage.tsx';

await loadMessages('reviews', 'account');

export const loader = loadOrderReview;
export const action = orderReviewAction;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'reviews.own.page_title');

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} subject="order" />;
}

export default function OrderReview() {
  return <OrderReviewPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
