import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { loadSignIn, signInAction } from '#web/sign-in/sign-in.ts';
import { SignInForm } from '#web/sign-in/SignInForm.tsx';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('account', 'security');

export const loader = loadSignIn;
export const action = signInAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.sign_in.page_title');

export default function SignIn() {
  return <SignInForm {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
