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
} from '#contract/accounts.ts';
import { checkEmail } from '#core/account/profile.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { route, routeAfter, type Route } from '#server/platform/http/route.ts';
import { callerOf as orderCallerOf } from '#server/orders/caller-of.ts';
import { cookiesOf } from '#server/sessions/answer-opened.ts';
import type { OpenedSession, SignInDeps } from '#server/sessions/begin-session.ts';
import { callerOf } from '#server/sessions/caller.ts';
import { sessionCookies } from '#server/sessions/cookies.ts';
import type { ProgramDeps } from '#server/sessions/cut-off-programs.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { readUser } from '#server/users/read-user.ts';
import { activate } from './activate.ts';
import type { ForgetPlaces } from './cut-off.ts';
import { refuseAccount as refuseOwn } from './refuse-account.ts';
import { mailToken } from './mail-token.ts';
import { confirmEmail, undoEmail } from './change-email.ts';
import { resetPassword as setPasswordByToken } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { signUpFromOrder } from './sign-up-from-order.ts';
import { updateUser as changeUser } from './update-user.ts';

export type AccountRouteDeps = SignInDeps & HumanDeps & { readonly forgetPlaces: ForgetPlaces } & ProgramDeps;

/** The answer to a new account: who he is, and the cookies of his session. */
async function answerNew(deps: AccountRouteDeps, opened: OpenedSession, newDevice: string | undefined) {
  return accept({ data: await read(deps, deps.db, opened.userId), cookies: cookiesOf(deps, opened, { isRemembered: false, newDevice }) });
}

const signUpRoutes = (deps: AccountRouteDeps): Route[] => {
  const cookies = sessionCookies(deps.settings.publicUrl);
  const entering = (call: Parameters<typeof callerOf>[1]) => ({ ...callerOf(deps, call), oldToken: cookies.read(call.header('cookie')) });
  return [
    route(createUser, async (call) => {
      const { body, locale } = call;
      const human = await requireHuman(deps, 'sign_up', call);
      if (!human.ok) return human;
      const { isKnown, ...caller } = entering(call);
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
      return opened.ok ? await answerNew(deps, opened.value, isKnown ? undefined : caller.deviceToken) : opened;
    }),
    route(createUserFromOrder, async (call) => {
      const human = await requireHuman(deps, 'sign_up', call);
      if (!human.ok) return human;
      const { isKnown, ...caller } = entering(call);
      const opened = await signUpFromOrder(deps, {
        ...caller,
        orderId: call.params.id,
        caller: orderCallerOf(call),
        password: call.body.password,
      });
      return opened.ok ? await answerNew(deps, opened.value, isKnown ? undefined : caller.deviceToken) : opened;
    }),
  ];
};

/** Guesses at tokens cost whoever makes them, and nobody else. */
async function countOpening({ limits }: AccountRouteDeps, ip: string): Promise<Result<undefined, 'too_many_requests'>> {
  const seconds = await limits.spend('mailed_token', peerOf(ip));
  return seconds === undefined ? accept(undefined) : refuse({ code: 'too_many_requests', params: { seconds } });
}

/** A user whom a call has just made or changed. */
async function read(deps: AccountRouteDeps, db: Queryable, userId: string) {
  const data = await readUser(deps, db, userId);
  if (data === undefined) throw new Error('an account is not there after it was changed');
  return data;
}
const changed = async (deps: AccountRouteDeps, db: Queryable, userId: string) => accept({ data: await read(deps, db, userId) });

const activationRoutes = (deps: AccountRouteDeps): Route[] => [
  routeAfter(
    activateUser,
    (call) => countOpening(deps, call.ip),
    async (call) => {
      const { visitor, body, tx } = call;
      const { ip, device, deviceToken } = callerOf(deps, call);
      const own = visitor.kind === 'user' ? visitor : undefined;
      const activated = await activate(deps, tx, { token: body.token, deviceToken, visitor: own });
      if (!activated.ok) return activated;
      await noteSecurityEvent(deps, tx, { userId: activated.value, topic: 'email_proven', ip, device });
      return await changed(deps, tx, activated.value);
    },
  ),
  routeAfter(
    refuseAccount,
    (call) => countOpening(deps, call.ip),
    async (call) => {
      const refused = await refuseOwn(deps, call.tx, call.body.token);
      if (!refused.ok) return refused;
      const { ip, device } = callerOf(deps, call);
      await noteSecurityEvent(deps, call.tx, { userId: refused.value.userId, topic: 'account_refused', ip, device });
      return accept({});
    },
  ),
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

const passwordRoutes = (deps: AccountRouteDeps): Route[] => [
  routeAfter(
    requestReset,
    (call) => requireHuman(deps, 'reset_password', call),
    async ({ body, tx }) => {
      const email = checkEmail(body.email);
      // What is no address is nobody's: saying so tells nothing of any account (R29)
      if (!email.ok) return email;
      await mailToken(deps, tx, { purpose: 'reset', userId: null, email: email.value });
      return accept({});
    },
  ),
  route(resetPassword, async (call) => {
    const counted = await countOpening(deps, call.ip);
    if (!counted.ok) return counted;
    const { token, password, password_confirmation: confirmation } = call.body;
    const { ip, device } = callerOf(deps, call);
    const done = await setPasswordByToken(deps, { token, password, confirmation, ip, device });
    return done.ok ? accept({}) : done;
  }),
];

const profileRoutes = (deps: AccountRouteDeps): Route[] => [
  route(updateUser, async (call) => {
    const { visitor, body, tx } = call;
    const { ip, device } = callerOf(deps, call);
    const updated = await changeUser(deps, tx, { visitor, wish: body, ip, device });
    return updated.ok ? await changed(deps, tx, visitor.userId) : updated;
  }),
  routeAfter(
    confirmEmailChange,
    (call) => countOpening(deps, call.ip),
    async (call) => {
      const { ip, device } = callerOf(deps, call);
      const { userId } = call.visitor;
      const confirmed = await confirmEmail(deps, call.tx, { token: call.body.token, userId, ip, device });
      return confirmed.ok ? await changed(deps, call.tx, userId) : confirmed;
    },
  ),
  routeAfter(
    undoEmailChange,
    (call) => countOpening(deps, call.ip),
    async (call) => {
      const { ip, device } = callerOf(deps, call);
      const undone = await undoEmail(deps, call.tx, { token: call.body.token, ip, device });
      return undone.ok ? accept({}) : undone;
    },
  ),
];

/** What people do about their accounts. */
export const userAccountRoutes = (deps: AccountRouteDeps): Route[] => [
  ...signUpRoutes(deps),
  ...activationRoutes(deps),
  ...passwordRoutes(deps),
  ...profileRoutes(deps),
];
