import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getSecondFactors, giveSecondFactor } from '#contract/second-factors.ts';
import { ownPath } from '#contract/own-path.ts';
import { ACCOUNT } from '#web/account/places.ts';
import { giveBack, leadOn, textOf } from '#web/account/posted.ts';
import { siteContext } from '#web/api/site-context.ts';
import { addressIn, localeOf, localPath } from '#web/i18n/locale.ts';

function nextIn({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  return addressIn(localeOf(pathname), ownPath(searchParams.get('next'), ACCOUNT));
}

/** Whoever gave the right password and owes a factor; anybody else is led to where he belongs. */
export async function loadFactor({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOf(pathname);
  const factors = await call(getSecondFactors, {}, context.get(siteContext).api(locale));
  if (!factors.ok) throw redirect(localPath(locale, '/sign-in'));
  const { needs, methods } = factors.data.attributes;
  if (needs === 'none') throw redirect(nextIn(request));
  const by = searchParams.get('by') === 'recovery_code' ? 'recovery_code' : 'totp';
  return { methods, by: methods.includes(by) ? by : undefined, next: nextIn(request) } as const;
}

/** A code that was typed: sent as a page, so that it works before and without scripts. */
export async function factorAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const [totp, recovery] = [textOf(form, 'totp').trim(), textOf(form, 'recovery_code').trim()];
  const body = totp === '' ? { recovery_code: recovery } : { totp };
  const given = await call(giveSecondFactor, { body }, site.api(locale));
  if (given.ok) return leadOn(site, nextIn(request));
  // Five wrong ones: the password is asked again
  return given.status === 401 ? redirect(`${localPath(locale, '/sign-in')}?over=1`) : giveBack(form, given);
}
