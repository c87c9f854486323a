import { useActionData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { requireUser } from '#web/api/user.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { MailedLink } from '#web/settings/MailedLink.tsx';
import { mailedLinkAction } from '#web/settings/settings-routes.ts';

await loadMessages('account');

/** Only the signed-in user can verify the new e-mail, as with the first (decision 0044). */
export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return null;
}
export const action = mailedLinkAction('new_email');
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.new_email.page_title');

export default function NewEmail() {
  return <MailedLink action="new_email" returned={useActionData<typeof action>()} />;
}
