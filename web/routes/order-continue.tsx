import { data, useActionData, type HeadersFunction, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { ContinuePage } from '#web/handover/ContinuePage.tsx';
import { continueAction } from '#web/handover/continue-action.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('order');

/** Not cached, not indexed. */
export const loader = () => data(null, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
export const action = continueAction;
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'order.handover.page_title');

export default function OrderContinue() {
  return <ContinuePage returned={useActionData<typeof action>()} />;
}
