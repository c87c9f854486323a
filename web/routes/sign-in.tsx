import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { loadSignIn, signInAction } from '#web/account/sign-in.ts';
import { SignInForm } from '#web/account/SignInForm.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('account', 'security');

export const loader = loadSignIn;
export const action = signInAction;
export const meta: MetaFunction = ({ location }) => [
  { title: translatorOf(localeOf(location.pathname))('account.sign_in.page_title') },
  { name: 'robots', content: 'noindex' },
];

export default function SignIn() {
  return <SignInForm {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
