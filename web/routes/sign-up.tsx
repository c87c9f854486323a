import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { signUpAction } from '#web/sign-in/sign-up.ts';
import { loadSignIn } from '#web/sign-in/sign-in.ts';
import { SignInWays } from '#web/sign-in/SignInWays.tsx';
import { SignUpForm } from '#web/sign-in/SignUpForm.tsx';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('account', 'security');

export const loader = loadSignIn;
export const action = signUpAction;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'account.sign_up.page_title');

export default function SignUp() {
  const { next, providers } = useLoaderData<typeof loader>();
  return (
    <>
      <SignUpForm returned={useActionData<typeof action>()} />
      <div className="mx-auto max-w-md px-4 pb-8 sm:px-6">
        <SignInWays next={next} providers={providers} hasPasskeys={false} />
      </div>
    </>
  );
}
