import { useActionData, type HeadersFunction, type MetaFunction } from 'react-router';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { stopAction } from '#web/withdrawal/mailed.ts';
import { StopPage } from '#web/withdrawal/StopPage.tsx';

await loadMessages('withdrawal', 'account');

export const action = stopAction;
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
export const meta: MetaFunction = ({ location }) => [
  { title: translatorOf(localeOf(location.pathname))('withdrawal.stop.page_title') },
  { name: 'robots', content: 'noindex' },
];

export default function WithdrawalStop() {
  const returned = useActionData<typeof action>();
  const isDone = returned !== undefined && 'isDone' in returned;
  return <StopPage isDone={isDone} returned={isDone ? undefined : returned} />;
}
