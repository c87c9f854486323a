import { data, redirect, type RouterContextProvider } from 'react-router';
import { call } from '#contract/call.ts';
import { currentSession, type UserAttributes } from '#contract/sessions.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** What a loader is given. */
export interface Asked {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

const SESSION = /(?:^|;\s*)(?:__Host-)?session=/;

/** Whether the browser brings a session, living or ended. */
export const hasSessionCookie = (request: Request): boolean => SESSION.test(request.headers.get('cookie') ?? '');

/** Who asks for this page; null for a guest, who costs nothing. */
export async function findUser(asked: Asked): Promise<UserAttributes | null> {
  const answer = await askUser(asked);
  return answer?.ok === true ? (answer.data?.attributes ?? null) : null;
}

async function askUser({ request, context }: Asked) {
  if (!hasSessionCookie(request)) return null;
  const { pathname } = new URL(request.url);
  return await call(currentSession, {}, context.get(siteContext).api(localeOf(pathname)));
}

/** Who asks for a page that is only somebody's own: whoever is not signed in is led to the door, and back from there. Where nobody could say who he is, he is not. */
export async function requireUser(asked: Asked): Promise<UserAttributes> {
  const answer = await askUser(asked);
  if (answer?.ok === false && (answer.status === 0 || answer.status >= 500)) throw data(null, { status: 503 });
  if (answer?.ok === true && answer.data !== null) return answer.data.attributes;
  const { pathname, search } = new URL(asked.request.url);
  const next = pathname.replace(/\.data$/, '') + search;
  throw redirect(`${localPath(localeOf(pathname), '/sign-in')}?next=${encodeURIComponent(next)}`);
}
