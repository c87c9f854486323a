import { useActionData, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { MailedLink } from '#web/settings/MailedLink.tsx';
import { mailedLinkAction } from '#web/settings/settings-routes.ts';

await loadMessages('account');

export const action = mailedLinkAction('old_email');
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.old_email.page_title');

export default function OldEmail() {
  return <MailedLink action="old_email" returned={useActionData<typeof action>()} />;
}
