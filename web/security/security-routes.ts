import type { LoaderFunctionArgs, ActionFunctionArgs } from 'react-router';
import { listOwnSessions, listSecurityEvents } from '#contract/account/account.ts';
import { getSecondFactors } from '#contract/account/second-factors.ts';
import { listSignInProviders } from '#contract/account/sign-in-providers.ts';
import { getWaysIn, disavowSignIn } from '#contract/account/sign-in-methods.ts';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { returnForm } from '#web/form/returned-form.ts';
import { localeOf } from '#web/i18n/locale.ts';

/** Security events shown. */
const MAX_EVENTS = 30;

/** Loads everything the security page shows. */
export async function loadSecurity(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const api = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [ways, factors, sessions, events, providers] = await Promise.all([
    call(getWaysIn, {}, api),
    call(getSecondFactors, {}, api),
    call(listOwnSessions, {}, api),
    call(listSecurityEvents, {}, api),
    call(listSignInProviders, {}, api),
  ]);
  // Shows the error page, which offers to try again
  if (!ways.ok || !factors.ok || !sessions.ok || !events.ok || !providers.ok) throw new Response(null, { status: 503 });
  return {
    user,
    ways: ways.data.attributes,
    factors: factors.data.attributes,
    sessions: sessions.data.map(({ id, attributes }) => ({ id, ...attributes })),
    events: events.data.slice(0, MAX_EVENTS).map(({ id, attributes }) => ({ id, ...attributes })),
    providers: providers.data.map(({ id, attributes }) => ({ id, name: attributes.name })),
  };
}
export type Security = Awaited<ReturnType<typeof loadSecurity>>;

/** "This was not me": ends the session named in the mailed link. Opening the page changes nothing: mail scanners open every link. */
export async function disavowAction({ request, context }: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const result = await call(disavowSignIn, { body: { token } }, context.get(siteContext).api(localeOf(pathname)));
  return result.ok ? { isDisavowed: true as const } : returnForm(new FormData(), result);
}
