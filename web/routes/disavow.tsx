import { useActionData, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { DisavowPage } from '#web/security/DisavowPage.tsx';
import { disavowAction } from '#web/security/security-routes.ts';

await loadMessages('account', 'security');

export const action = disavowAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'security.disavow.page_title');

export default function Disavow() {
  const returned = useActionData<typeof action>();
  const isDisavowed = returned !== undefined && 'isDisavowed' in returned;
  return <DisavowPage isDisavowed={isDisavowed} returned={isDisavowed ? undefined : returned} />;
}
