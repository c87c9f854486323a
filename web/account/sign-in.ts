import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { createSession, endedSession } from '#contract/sessions.ts';
import { ownPath } from '#contract/own-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { addressIn, localeOf, localPath } from '#web/i18n/locale.ts';
import { loadWays } from './load-ways.ts';
import { ACCOUNT } from './places.ts';
import { giveBack, leadOn, proofIn, textOf } from './posted.ts';
import { type Asked, findUser, hasSessionCookie } from './user.ts';

/** The page that asks for the second factor of whoever gave the right password. */
const FACTOR = '/sign-in/factor';

const NEWS = ['password', 'email', 'undone', 'refused'] as const;
export type SignInNews = (typeof NEWS)[number];

/** Where the visitor goes next, in the language of this page whatever the account's letters are written in. */
function nextIn({ url }: Request): string {
  const { pathname, searchParams } = new URL(url);
  return addressIn(localeOf(pathname), ownPath(searchParams.get('next'), ACCOUNT));
}

/** Whether the session here has ended because the e-mail was confirmed in another browser, and of which address; null: not so. */
async function findEnded({ request, context }: Asked): Promise<{ readonly email: string | null } | null> {
  if (!hasSessionCookie(request)) return null;
  const ended = await call(endedSession, {}, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));
  return ended.ok && ended.data !== null ? { email: ended.data.attributes.email } : null;
}

/** Whoever is signed in already goes on. */
export async function loadSignIn(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const next = nextIn(args.request);
  if ((await findUser(args)) !== null) throw redirect(next);
  const news = NEWS.find((name) => name === searchParams.get('news')) ?? null;
  const isSentHere = searchParams.has('next') && !searchParams.has('provider_problem');
  return { next, isSentHere, news, ended: await findEnded(args), ...(await loadWays(args)) };
}

export async function signInAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const body = {
    email: textOf(form, 'email').trim(),
    password: textOf(form, 'password'),
    remember: form.has('remember'),
    ...proofIn(form),
  };
  const opened = await call(createSession, { body }, site.api(locale));
  if (!opened.ok) return giveBack(form, opened);
  const place = nextIn(request);
  if (opened.data.attributes.needs !== 'none') return leadOn(site, `${localPath(locale, FACTOR)}?next=${encodeURIComponent(place)}`);
  return leadOn(site, place);
}
