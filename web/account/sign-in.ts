import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { createSession } from '#contract/sessions.ts';
import { LOCALES } from '#core/locale.ts';
import { ownPath } from '#contract/own-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { barePath, localeOf, localPath } from '#web/i18n/locale.ts';
import { loadWays } from './load-ways.ts';
import { ACCOUNT } from './places.ts';
import { giveBack, leadOn, proofIn, textOf } from './posted.ts';
import { findUser } from './user.ts';

/** The page that asks for the second factor of whoever gave the right password. */
const FACTOR = '/sign-in/factor';

const NEWS = ['password', 'email', 'undone'] as const;
export type SignInNews = (typeof NEWS)[number];

const nextIn = (request: Request): string | null => new URL(request.url).searchParams.get('next');

/** Where somebody goes who did not come from anywhere: his account in the language of the page. */
const placeOf = (next: string, locale: 'ru' | 'en'): string => (next === ACCOUNT ? localPath(locale, ACCOUNT) : next);

/** Whoever is signed in already goes on. */
export async function loadSignIn(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url);
  const next = ownPath(nextIn(args.request), ACCOUNT);
  if ((await findUser(args)) !== null) throw redirect(placeOf(next, localeOf(pathname)));
  const news = NEWS.find((name) => name === searchParams.get('news')) ?? null;
  const isSentHere = searchParams.has('next') && !searchParams.has('provider_problem');
  return { next: placeOf(next, localeOf(pathname)), isSentHere, news, ...(await loadWays(args)) };
}

export async function signInAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const next = ownPath(nextIn(request), ACCOUNT);
  const body = {
    email: textOf(form, 'email').trim(),
    password: textOf(form, 'password'),
    remember: form.has('remember'),
    ...proofIn(form),
  };
  const opened = await call(createSession, { body }, site.api(locale));
  if (!opened.ok) return giveBack(form, opened);
  if (opened.data.attributes.needs !== 'none') return leadOn(site, `${localPath(locale, FACTOR)}?next=${encodeURIComponent(next)}`);
  const user = opened.included.find(({ type }) => type === 'users');
  const own = LOCALES.find((one) => one === user?.attributes['locale']) ?? locale;
  return leadOn(site, localPath(own, barePath(next)));
}
