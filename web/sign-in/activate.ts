import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { activateUser } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { ACCOUNT } from '#web/account/account-pages.ts';
import { returnForm } from '#web/form/returned-form.ts';
import { findUser } from '#web/api/user.ts';

/** Changes nothing: mail scanners open every link. */
export async function loadActivation(args: LoaderFunctionArgs) {
  const user = await findUser(args);
  return {
    isConfirmed: new URL(args.request.url).searchParams.has('confirmed'),
    isSignedIn: user !== null,
    verifiedEmail: user?.email_verified === true ? user.email : null,
  };
}

/** Activates by the token alone, on any device (spec 7, decision 0090). Does not sign in. */
export async function activateAction(args: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url);
  const locale = localeOf(pathname);
  const body = { token: searchParams.get('token') || '-' };
  const activated = await call(activateUser, { body }, args.context.get(siteContext).api(locale));
  if (!activated.ok) return returnForm(new FormData(), activated);
  const user = await findUser(args);
  // A verified e-mail belongs to one account only
  const isOwn = user?.email_verified === true && user.email === activated.data.attributes.email;
  return redirect(`${localPath(locale, isOwn ? ACCOUNT : '/activate')}?confirmed=1`);
}
