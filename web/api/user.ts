import { createContext, data, redirect, type RouterContextProvider } from 'react-router';
import { call } from '#contract/call.ts';
import { currentSession, type UserAttributes } from '#contract/account/sessions.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

/** The arguments of a loader or action used here. */
export interface LoadArgs {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

const SESSION = /(?:^|;\s*)(?:__Host-)?session=/;

/** Whether the request carries a session cookie, valid or not. */
export const hasSessionCookie = (request: Request): boolean => SESSION.test(request.headers.get('cookie') ?? '');

/** The signed-in user; null for a guest, for whom no call is made. */
export async function findUser(args: LoadArgs): Promise<UserAttributes | null> {
  const response = await loadSession(args);
  return response?.ok === true ? (response.data?.attributes ?? null) : null;
}

const callSession = ({ request, context }: LoadArgs) =>
  call(currentSession, {}, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));

/** The session call shared by the loaders of one page. */
const sharedSession = createContext<ReturnType<typeof callSession> | null>(null);

async function loadSession(args: LoadArgs) {
  const { request, context } = args;
  if (!hasSessionCookie(request)) return null;
  // An action may change the session or the user, which the loaders after it read again
  if (request.method !== 'GET') return await callSession(args);
  const session = context.get(sharedSession) ?? callSession(args);
  context.set(sharedSession, session);
  return await session;
}

/** The signed-in user of a private page. Redirects a guest to sign in and back; throws 503 when the API cannot respond. */
export async function requireUser(args: LoadArgs): Promise<UserAttributes> {
  const response = await loadSession(args);
  if (response?.ok === false && (response.status === 0 || response.status >= 500)) throw data(null, { status: 503 });
  if (response?.ok === true && response.data !== null) return response.data.attributes;
  const { pathname, search } = new URL(args.request.url);
  // The framework requests the data of a page at its path with `.data`
  const returnPath = pathname.replace(/\.data$/, '') + search;
  throw redirect(`${localPath(localeOf(pathname), '/sign-in')}?next=${encodeURIComponent(returnPath)}`);
}
