import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { getSecondFactors, giveSecondFactor } from '#contract/account/second-factors.ts';
import { createSession, endedSession } from '#contract/account/sessions.ts';
import { listSignInProviders } from '#contract/account/sign-in-providers.ts';
import { call } from '#contract/call.ts';
import { ownPath } from '#contract/own-path.ts';
import { oneOf } from '#core/closed-list.ts';
import { ACCOUNT } from '#web/account/account-pages.ts';
import { siteContext } from '#web/api/site-context.ts';
import { type LoadArgs, findUser, hasSessionCookie } from '#web/api/user.ts';
import { returnForm, redirectWithCookies, captchaIn, textOf } from '#web/form/returned-form.ts';
import { localeOf, addressIn, localPath } from '#web/i18n/locale.ts';

const IP_ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/** Sign-in providers, and whether passkeys work here. A list that fails to load does not hide the form. */
async function loadSignInWays({ request, context }: LoadArgs) {
  const { pathname } = new URL(request.url);
  const site = context.get(siteContext);
  const providers = await call(listSignInProviders, {}, site.api(localeOf(pathname)));
  return {
    providers: providers.ok ? providers.data.map(({ id, attributes }) => ({ id, name: attributes.name })) : [],
    // Passkeys are bound to a host name: an IP address has none
    hasPasskeys: !IP_ADDRESS.test(new URL(site.publicUrl).hostname),
  };
}

/** Page of the second factor. */
const FACTOR_PATH = '/sign-in/factor';

const NOTICES = ['password', 'email', 'undone', 'refused'] as const;
export type SignInNotice = (typeof NOTICES)[number];

/** Path to open after sign-in. Its language is that of this page, not that of the account. */
function pathAfterSignIn({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  return addressIn(localeOf(pathname), ownPath(searchParams.get('next'), ACCOUNT));
}

/** E-mail of a session that ended here because the account's e-mail was confirmed in another browser; null: no such session. */
async function findEndedSession({ request, context }: LoadArgs): Promise<{ readonly email: string | null } | null> {
  if (!hasSessionCookie(request)) return null;
  const session = await call(endedSession, {}, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));
  return session.ok && session.data !== null ? { email: session.data.attributes.email } : null;
}

/** Redirects a visitor who is signed in already. */
export async function loadSignIn(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const next = pathAfterSignIn(args.request);
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
  const next = pathAfterSignIn(request);
  if (session.data.attributes.needs !== 'none')
    return redirectWithCookies(site, `${localPath(locale, FACTOR_PATH)}?next=${encodeURIComponent(next)}`);
  return redirectWithCookies(site, next);
}

/** Methods of the second factor. Redirects if the session needs none, or if there is no session. */
export async function loadFactor({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOf(pathname);
  const factors = await call(getSecondFactors, {}, context.get(siteContext).api(locale));
  if (!factors.ok) throw redirect(localPath(locale, '/sign-in'));
  const { needs, methods } = factors.data.attributes;
  if (needs === 'none') throw redirect(pathAfterSignIn(request));
  const requestedCode = searchParams.get('by') === 'recovery_code' ? 'recovery_code' : 'totp';
  return { methods, requestedCode: methods.includes(requestedCode) ? requestedCode : undefined, next: pathAfterSignIn(request) } as const;
}

/** Checks the code of a second factor. The form is submitted as a document, so it works without scripts. */
export async function factorAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const [totp, recovery] = [textOf(form, 'totp').trim(), textOf(form, 'recovery_code').trim()];
  const body = totp === '' ? { recovery_code: recovery } : { totp };
  const result = await call(giveSecondFactor, { body }, site.api(locale));
  if (result.ok) return redirectWithCookies(site, pathAfterSignIn(request));
  // 401: after five wrong codes the session has ended, and the password is asked for again
  return result.status === 401 ? redirect(`${localPath(locale, '/sign-in')}?over=1`) : returnForm(form, result);
}
