import { redirect, type LoaderFunctionArgs } from 'react-router';
import { activateUser } from '#contract/accounts.ts';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { ACCOUNT } from './places.ts';
import { requireUser } from './user.ts';

/**
 * The page behind the link of the activation letter. Only whoever is signed in to the account proves its address: a stranger's account in
 * one's name stays unproven whatever one presses, and programs that look into mails open nothing (decision 0044).
 */
export async function loadActivation(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const locale = localeOf(url.pathname);
  const user = await requireUser(args);
  const answer = await call(
    activateUser,
    { body: { token: url.searchParams.get('token') || '-' } },
    args.context.get(siteContext).api(locale),
  );
  if (answer.ok) throw redirect(`${localPath(locale, ACCOUNT)}?confirmed=1`);
  // A link that is opened again has done what it was for
  if (user.email_verified && answer.errors.length > 0) throw redirect(`${localPath(locale, ACCOUNT)}?standing=1`);
  return { errors: answer.errors.map(({ message }) => message), isUnanswered: answer.errors.length === 0 };
}
