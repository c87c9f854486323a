import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { createSession } from '#contract/sessions.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { ACCOUNT, nextOf } from './next.ts';
import { giveBack, leadOn, textOf } from './posted.ts';
import { findUser } from './user.ts';

/** The page that asks for the second factor of whoever gave the right password. */
const FACTOR = '/sign-in/factor';

const nextIn = (request: Request): string | null => new URL(request.url).searchParams.get('next');

/** Where somebody goes who did not come from anywhere: his account in the language of the page. */
const placeOf = (next: string, locale: 'ru' | 'en'): string => (next === ACCOUNT ? localPath(locale, ACCOUNT) : next);

/** Whoever is signed in already goes on. */
export async function loadSignIn(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const next = nextOf(nextIn(args.request));
  if ((await findUser(args)) !== null) throw redirect(placeOf(next, localeOf(pathname)));
  return { next, isSentHere: nextIn(args.request) !== null };
}

export async function signInAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const next = nextOf(nextIn(request));
  const body = { email: textOf(form, 'email').trim(), password: textOf(form, 'password'), remember: form.has('remember') };
  const opened = await call(createSession, { body }, site.api(locale));
  if (!opened.ok) return giveBack(form, opened);
  if (opened.data.attributes.needs !== 'none') return leadOn(site, `${localPath(locale, FACTOR)}?next=${encodeURIComponent(next)}`);
  return leadOn(site, placeOf(next, locale));
}
