import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getSecondFactors, giveSecondFactor } from '#contract/account/second-factors.ts';
import { ownPath } from '#contract/own-path.ts';
import { ACCOUNT } from '#web/account/account-pages.ts';
import { returnForm, redirectWithCookies, textOf } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { addressIn, localeOf, localPath } from '#web/i18n/locale.ts';

function nextIn({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  return addressIn(localeOf(pathname), ownPath(searchParams.get('next'), ACCOUNT));
}

/** Needs a session whose second factor is missing; redirects otherwise. */
export async function loadFactor({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOf(pathname);
  const factors = await call(getSecondFactors, {}, context.get(siteContext).api(locale));
  if (!factors.ok) throw redirect(localPath(locale, '/sign-in'));
  const { needs, methods } = factors.data.attributes;
  if (needs === 'none') throw redirect(nextIn(request));
  const requestedCode = searchParams.get('by') === 'recovery_code' ? 'recovery_code' : 'totp';
  return { methods, requestedCode: methods.includes(requestedCode) ? requestedCode : undefined, next: nextIn(request) } as const;
}

/** Checks a typed code. Submitted as a document, so that it works without scripts. */
export async function factorAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const [totp, recovery] = [textOf(form, 'totp').trim(), textOf(form, 'recovery_code').trim()];
  const body = totp === '' ? { recovery_code: recovery } : { totp };
  const result = await call(giveSecondFactor, { body }, site.api(locale));
  if (result.ok) return redirectWithCookies(site, nextIn(request));
  // 401: five wrong codes, the password is asked for again
  return result.status === 401 ? redirect(`${localPath(locale, '/sign-in')}?over=1`) : returnForm(form, result);
}
