import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { NewPasswordForm } from '#web/sign-in/NewPasswordForm.tsx';
import { loadNewPassword, newPasswordAction } from '#web/sign-in/reset.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('account');

export const loader = loadNewPassword;
export const action = newPasswordAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.new_password.page_title');

export default function NewPassword() {
  return <NewPasswordForm {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
