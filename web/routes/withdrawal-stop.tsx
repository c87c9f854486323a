import { useActionData, type HeadersFunction, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { StopPage } from '#web/withdrawals/StopPage.tsx';
import { stopAction } from '#web/withdrawals/withdrawal-routes.ts';

await loadMessages('withdrawal', 'account');

export const action = stopAction;
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'withdrawal.stop.page_title');

export default function WithdrawalStop() {
  const returned = useActionData<typeof action>();
  const isStopped = returned !== undefined && 'isStopped' in returned;
  return <StopPage isStopped={isStopped} returned={isStopped ? undefined : returned} />;
}
