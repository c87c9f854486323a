import { redirect, type RouterContextProvider } from 'react-router';
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

/** Who asks for this page; null for a guest, who costs nothing. */
export async function findUser({ request, context }: Asked): Promise<UserAttributes | null> {
  if (!SESSION.test(request.headers.get('cookie') ?? '')) return null;
  const { pathname } = new URL(request.url);
  const answer = await call(currentSession, {}, context.get(siteContext).api(localeOf(pathname)));
  return answer.ok ? (answer.data?.attributes ?? null) : null;
}

/** Who asks for a page that is only somebody's own: whoever is not signed in is led to the door, and back from there. */
export async function requireUser(asked: Asked): Promise<UserAttributes> {
  const user = await findUser(asked);
  if (user !== null) return user;
  const { pathname, search } = new URL(asked.request.url);
  const next = pathname.replace(/\.data$/, '') + search;
  throw redirect(`${localPath(localeOf(pathname), '/sign-in')}?next=${encodeURIComponent(next)}`);
}
