import { useActionData, useSearchParams, type MetaFunction } from 'react-router';
import { requestResetAction } from '#web/sign-in/reset.ts';
import { ResetForm } from '#web/sign-in/ResetForm.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';

await loadMessages('account');

export const action = requestResetAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.reset.page_title');

export default function ResetPassword() {
  const [query] = useSearchParams();
  return <ResetForm isSent={query.has('sent')} returned={useActionData<typeof action>()} />;
}
