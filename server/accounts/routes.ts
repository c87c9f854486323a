import {
  activateUser,
  confirmEmailChange,
  createUser,
  createUserFromOrder,
  refuseAccount,
  requestReset,
  resendActivation,
  resetPassword,
  undoEmailChange,
  updateUser,
} from '#contract/account/accounts.ts';
import { checkEmail } from '#core/account/profile.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { route, routeAfter, type Route } from '#server/platform/http/route.ts';
import { callerOf as orderCallerOf } from '#server/orders/access.ts';
import { cookiesOfSession } from '#server/sessions/present.ts';
import type { OpenedSession, SignInDeps } from '#server/sessions/begin-session.ts';
import { callerOf, type RequestSource, sessionCookies } from '#server/sessions/caller.ts';
import type { ApiAccessDeps } from '#server/sessions/end-sessions.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { readUser } from '#server/users/read-user.ts';
import { activate } from './verify-email.ts';
import { type DeleteNoticeChannels, refuseAccount as refuseAccountByToken } from './cut-off.ts';
import { mailToken } from './mail-token.ts';
import { confirmEmail, undoEmail } from './change-email.ts';
import { resetPassword as setPasswordByToken } from './reset-password.ts';
import { signUp, signUpFromOrder } from './sign-up.ts';
import { updateUser as changeUser } from './update-user.ts';

export type AccountRouteDeps = SignInDeps & HumanDeps & { readonly deleteNoticeChannels: DeleteNoticeChannels } & ApiAccessDeps;

/** Response to a new account: its user and the session cookies. */
async function presentNewAccount(deps: AccountRouteDeps, opened: OpenedSession, newDeviceToken: string | undefined) {
  return accept({
    data: await readChangedUser(deps, deps.db, opened.userId),
    cookies: cookiesOfSession(deps, opened, { isRemembered: false, newDeviceToken }),
  });
}

const signUpRoutes = (deps: AccountRouteDeps): Route[] => {
  const cookies = sessionCookies(deps.settings.publicUrl);
  const signInContext = (call: RequestSource) => ({
    ...callerOf(deps, call),
    oldToken: cookies.read(call.header('cookie')),
  });
  return [
    route(createUser, async (call) => {
      const { body, locale } = call;
      const human = await requireHuman(deps, 'sign_up', call);
      if (!human.ok) return human;
      const { newDeviceToken, ...caller } = signInContext(call);
      const opened = await signUp(deps, {
        ...caller,
        email: body.email,
        password: body.password,
        confirmation: body.password_confirmation,
        fullName: body.full_name ?? '',
        phone: body.phone ?? '',
        locale: body.locale ?? locale,
        acceptsTerms: body.accept_terms === true,
      });
      return opened.ok ? await presentNewAccount(deps, opened.value, newDeviceToken) : opened;
    }),
    route(createUserFromOrder, async (call) => {
      const human = await requireHuman(deps, 'sign_up', call);
      if (!human.ok) return human;
      const { newDeviceToken, ...caller } = signInContext(call);
      const opened = await signUpFromOrder(deps, {
        ...caller,
        orderId: call.params.id,
        caller: orderCallerOf(call),
        password: call.body.password,
      });
      return opened.ok ? await presentNewAccount(deps, opened.value, newDeviceToken) : opened;
    }),
  ];
};

/** Counts tries of mailed tokens against their network. */
async function countTokenTry({ limits }: AccountRouteDeps, ip: string): Promise<Result<undefined, 'too_many_requests'>> {
  const seconds = await limits.spend('mailed_token', peerOf(ip));
  return seconds === undefined ? accept(undefined) : refuse({ code: 'too_many_requests', params: { seconds } });
}

/** A user that this call has created or changed. */
async function readChangedUser(deps: AccountRouteDeps, db: Queryable, userId: string) {
  const data = await readUser(deps, db, userId);
  if (data === undefined) throw new Error('an account is not there after it was changed');
  return data;
}
const acceptUser = async (deps: AccountRouteDeps, db: Queryable, userId: string) =>
  accept({ data: await readChangedUser(deps, db, userId) });

const activationRoutes = (deps: AccountRouteDeps): Route[] => [
  routeAfter(
    activateUser,
    (call) => countTokenTry(deps, call.ip),
    async (call) => {
      const { visitor, body, tx } = call;
      const { ip, device, deviceToken } = callerOf(deps, call);
      const signedIn = visitor.kind === 'user' ? visitor : undefined;
      const activated = await activate(deps, tx, { token: body.token, deviceToken, visitor: signedIn });
      if (!activated.ok) return activated;
      await recordSecurityEvent(deps, tx, { userId: activated.value, topic: 'email_proven', ip, device });
      return await acceptUser(deps, tx, activated.value);
    },
  ),
  routeAfter(
    refuseAccount,
    (call) => countTokenTry(deps, call.ip),
    async (call) => {
      const refused = await refuseAccountByToken(deps, call.tx, call.body.token);
      if (!refused.ok) return refused;
      const { ip, device } = callerOf(deps, call);
      await recordSecurityEvent(deps, call.tx, { userId: refused.value.userId, topic: 'account_refused', ip, device });
      return accept({});
    },
  ),
  routeAfter(
    resendActivation,
    (call) => requireHuman(deps, 'resend_email', call),
    async ({ visitor, tx }) => {
      const { userId, email, hasVerifiedEmail } = visitor;
      // A verified address needs no mail: success
      if (!hasVerifiedEmail) await mailToken(deps, tx, { purpose: 'activate', userId, email });
      return accept({});
    },
  ),
];

const passwordRoutes = (deps: AccountRouteDeps): Route[] => [
  routeAfter(
    requestReset,
    (call) => requireHuman(deps, 'reset_password', call),
    async ({ body, tx }) => {
      const email = checkEmail(body.email);
      // A malformed address reveals nothing of any account (R29)
      if (!email.ok) return email;
      await mailToken(deps, tx, { purpose: 'reset', userId: null, email: email.value });
      return accept({});
    },
  ),
  route(resetPassword, async (call) => {
    const counted = await countTokenTry(deps, call.ip);
    if (!counted.ok) return counted;
    const { token, password, password_confirmation: confirmation } = call.body;
    const { ip, device } = callerOf(deps, call);
    const reset = await setPasswordByToken(deps, { token, password, confirmation, ip, device });
    return reset.ok ? accept({}) : reset;
  }),
];

const profileRoutes = (deps: AccountRouteDeps): Route[] => [
  route(updateUser, async (call) => {
    const { visitor, body, tx } = call;
    const { ip, device } = callerOf(deps, call);
    const updated = await changeUser(deps, tx, { visitor, changes: body, ip, device });
    return updated.ok ? await acceptUser(deps, tx, visitor.userId) : updated;
  }),
  routeAfter(
    confirmEmailChange,
    (call) => countTokenTry(deps, call.ip),
    async (call) => {
      const { ip, device } = callerOf(deps, call);
      const { userId } = call.visitor;
      const confirmed = await confirmEmail(deps, call.tx, { token: call.body.token, userId, ip, device });
      return confirmed.ok ? await acceptUser(deps, call.tx, userId) : confirmed;
    },
  ),
  routeAfter(
    undoEmailChange,
    (call) => countTokenTry(deps, call.ip),
    async (call) => {
      const { ip, device } = callerOf(deps, call);
      const undone = await undoEmail(deps, call.tx, { token: call.body.token, ip, device });
      return undone.ok ? accept({}) : undone;
    },
  ),
];

/** Registration, activation, password reset and profile. */
export const userAccountRoutes = (deps: AccountRouteDeps): Route[] => [
  ...signUpRoutes(deps),
  ...activationRoutes(deps),
  ...passwordRoutes(deps),
  ...profileRoutes(deps),
];
