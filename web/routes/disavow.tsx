import { useActionData, type MetaFunction } from 'react-router';
import { disavowAction } from '#web/account/disavow/disavow.ts';
import { DisavowPage } from '#web/account/disavow/DisavowPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('account', 'security');

export const action = disavowAction;
export const meta: MetaFunction = ({ location }) => [
  { title: translatorOf(localeOf(location.pathname))('security.disavow.page_title') },
  { name: 'robots', content: 'noindex' },
];

export default function Disavow() {
  const returned = useActionData<typeof action>();
  const isDone = returned !== undefined && 'isDone' in returned;
  return <DisavowPage isDone={isDone} returned={isDone ? undefined : returned} />;
}
