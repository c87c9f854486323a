import { useActionData, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { MailedLink } from '#web/settings/MailedLink.tsx';
import { mailedLinkAction } from '#web/settings/settings-routes.ts';

await loadMessages('account');

export const action = mailedLinkAction('not_mine');
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.not_mine.page_title');

export default function NotMine() {
  return <MailedLink action="not_mine" returned={useActionData<typeof action>()} />;
}
