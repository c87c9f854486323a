import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { ActivatePage } from '#web/sign-in/ActivatePage.tsx';
import { activateAction, loadActivation } from '#web/sign-in/sign-up.ts';

await loadMessages('account');

export const loader = loadActivation;
export const action = activateAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.activate.page_title');

export default function Activate() {
  return <ActivatePage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
