import { useActionData, type MetaFunction } from 'react-router';
import { disavowAction } from '#web/security/disavow.ts';
import { DisavowPage } from '#web/security/DisavowPage.tsx';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('account', 'security');

export const action = disavowAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'security.disavow.page_title');

export default function Disavow() {
  const returned = useActionData<typeof action>();
  const isDone = returned !== undefined && 'isDone' in returned;
  return <DisavowPage isDone={isDone} returned={isDone ? undefined : returned} />;
}
