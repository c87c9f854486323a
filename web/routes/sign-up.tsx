import { useActionData, type MetaFunction } from 'react-router';
import { signUpAction } from '#web/account/sign-up.ts';
import { loadSignIn } from '#web/account/sign-in.ts';
import { SignUpForm } from '#web/account/SignUpForm.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

await loadMessages('account');

export const loader = loadSignIn;
export const action = signUpAction;
export const meta: MetaFunction = ({ location }) => [
  { title: translatorOf(localeOf(location.pathname))('account.sign_up.page_title') },
  { name: 'robots', content: 'noindex' },
];

export default function SignUp() {
  return <SignUpForm returned={useActionData<typeof action>()} />;
}
