import { oneOf } from '#core/closed-list.ts';
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { createSession, endedSession } from '#contract/account/sessions.ts';
import { ownPath } from '#contract/own-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { addressIn, localeOf, localPath } from '#web/i18n/locale.ts';
import { loadSignInWays } from '#web/sign-in/load-ways.ts';
import { ACCOUNT } from '#web/account/account-pages.ts';
import { returnForm, redirectWithCookies, captchaIn, textOf } from '#web/form/returned-form.ts';
import { type LoadArgs, findUser, hasSessionCookie } from '#web/api/user.ts';

/** Page of the second factor. */
const FACTOR = '/sign-in/factor';

const NOTICES = ['password', 'email', 'undone', 'refused'] as const;
export type SignInNotice = (typeof NOTICES)[number];

/** The page to open after sign-in, in the language of this page, whatever the language of the account. */
function nextIn({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  return addressIn(localeOf(pathname), ownPath(searchParams.get('next'), ACCOUNT));
}

/** The address of a session here that ended because its e-mail was confirmed in another browser; null: there is none. */
async function findEndedSession({ request, context }: LoadArgs): Promise<{ readonly email: string | null } | null> {
  if (!hasSessionCookie(request)) return null;
  const session = await call(endedSession, {}, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));
  return session.ok && session.data !== null ? { email: session.data.attributes.email } : null;
}

/** Redirects a visitor who is signed in already. */
export async function loadSignIn(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const next = nextIn(args.request);
  if ((await findUser(args)) !== null) throw redirect(next);
  const notice = oneOf(NOTICES, searchParams.get('news')) ?? null;
  const isRedirected = searchParams.has('next') && !searchParams.has('provider_problem');
  return { next, isRedirected, notice, endedSession: await findEndedSession(args), ...(await loadSignInWays(args)) };
}

export async function signInAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const body = {
    email: textOf(form, 'email').trim(),
    password: textOf(form, 'password'),
    remember: form.has('remember'),
    ...captchaIn(form),
  };
  const session = await call(createSession, { body }, site.api(locale));
  if (!session.ok) return returnForm(form, session);
  const next = nextIn(request);
  if (session.data.attributes.needs !== 'none')
    return redirectWithCookies(site, `${localPath(locale, FACTOR)}?next=${encodeURIComponent(next)}`);
  return redirectWithCookies(site, next);
}
