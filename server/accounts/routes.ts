import { activateUser, createUser, resendActivation } from '#contract/accounts.ts';
import { accept, refuse } from '#core/result.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { route, routeAfter, type Route } from '#server/platform/http/route.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { callerOf } from '#server/sessions/caller.ts';
import { sessionCookies } from '#server/sessions/cookies.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { readUser } from '#server/users/read-user.ts';
import { activate } from './activate.ts';
import { mailToken } from './mail-token.ts';
import { signUp } from './sign-up.ts';

export type AccountRouteDeps = SignInDeps & HumanDeps;

const signUpRoute = (deps: AccountRouteDeps): Route => {
  const cookies = sessionCookies(deps.settings.publicUrl);
  return route(createUser, async (call) => {
    const { body, locale } = call;
    const human = await requireHuman(deps, 'sign_up', call);
    if (!human.ok) return human;
    const { isKnown, ...caller } = callerOf(deps, call);
    const opened = await signUp(deps, {
      ...caller,
      email: body.email,
      password: body.password,
      confirmation: body.password_confirmation,
      fullName: body.full_name ?? '',
      phone: body.phone ?? '',
      locale: body.locale ?? locale,
      acceptsTerms: body.accept_terms === true,
      oldToken: cookies.read(call.header('cookie')),
    });
    if (!opened.ok) return opened;
    const data = await readUser(deps.db, opened.value.userId);
    if (data === undefined) throw new Error('an account is not there after it was made');
    return accept({
      data,
      cookies: [cookies.set(opened.value.token, undefined), ...(isKnown ? [] : [cookies.setDevice(caller.deviceToken)])],
    });
  });
};

/** What people do to have an account. */
export const userAccountRoutes = (deps: AccountRouteDeps): Route[] => [
  signUpRoute(deps),
  route(activateUser, async (call) => {
    const { visitor, body, tx } = call;
    const seconds = await deps.limits.spend('mailed_token', peerOf(call.ip));
    if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
    const visitorId = visitor.kind === 'user' ? visitor.userId : undefined;
    const activated = await activate(deps, tx, { token: body.token, visitorId });
    if (!activated.ok) return activated;
    const { ip, device } = callerOf(deps, call);
    await noteSecurityEvent(deps, tx, { userId: activated.value, topic: 'email_proven', ip, device });
    const data = await readUser(tx, activated.value);
    return data === undefined ? refuse({ code: 'invalid_token' }) : accept({ data });
  }),
  routeAfter(
    resendActivation,
    (call) => requireHuman(deps, 'resend_email', call),
    async ({ visitor, tx }) => {
      const { userId, email, hasVerifiedEmail } = visitor;
      // Proven already is what was wanted
      if (!hasVerifiedEmail) await mailToken(deps, tx, { purpose: 'activate', userId, email });
      return accept({});
    },
  ),
];
