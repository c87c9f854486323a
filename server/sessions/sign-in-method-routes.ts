import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import {
  addPassword,
  askPasskeySignIn,
  disavowSignIn,
  dropPassword,
  getWaysIn,
  proveByPassword,
  removeAuthentication,
  signInByPasskey,
  type SignInMethodsAttributes,
} from '#contract/account/sign-in-methods.ts';
import { isOperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { type Route, route, type SignedIn } from '#server/platform/http/route.ts';
import { createSignInChallenge, hasPasskeys, verifySignInPasskey } from '#server/second-factors/passkeys.ts';
import { presentFactors } from '#server/second-factors/present.ts';
import { removeIdentityMethod, removePasswordMethod } from '#server/second-factors/sign-in-methods.ts';
import { findPerson } from '#server/users/queries.ts';
import { hashFirstPassword, hasPassword, setFirstPassword } from '#server/users/passwords.ts';
import { listIdentities } from '#server/users/identities.ts';
import { presentOpenedSession } from './present.ts';
import { callerOf, hashOfId, hashOfToken, sessionCookies } from './caller.ts';
import type { ApiAccessDeps } from './end-sessions.ts';
import { disavow } from './disavow.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { type SignInDeps, beginSession, type BeginSessionInput, type OpenedSession } from './begin-session.ts';
import { provePassword } from './account-password.ts';
import { requireFresh } from './visitor.ts';
import { peerOf } from '#server/platform/http/peer.ts';

/**
 * Signs a customer in with a passkey alone, whose possession and unlocking are two factors. Operators need a password and a second factor
 * (R34), so they are refused like strangers.
 */
async function openSessionByPasskey(
  deps: SignInDeps,
  input: Omit<BeginSessionInput, 'user' | 'factorGivenAt'>,
  response: AuthenticationResponseJSON,
): Promise<Result<OpenedSession, 'authentication_failed' | 'too_many_requests'>> {
  const peer = peerOf(input.ip);
  const seconds = await deps.limits.spend('sign_in_peer', peer);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  const userId = await verifySignInPasskey(deps, deps.db, { browserHash: hashOfToken(input.deviceToken), response });
  const person = userId === undefined ? undefined : await findPerson(deps.db, userId);
  if (person === undefined || person.isDisabled || isOperatorRole(person.role))
    return refuse({ code: 'authentication_failed', message: 'unknown_passkey' });
  await deps.limits.uncount('sign_in_peer', peer);
  const factorGivenAt = deps.clock.now();
  const user = { ...person, secondFactorSince: factorGivenAt };
  return accept(await deps.db.tx(async (tx) => await beginSession(deps, tx, { ...input, user, factorGivenAt })));
}

/** Only a customer with a fresh proof of identity may change sign-in methods. Operators cannot choose theirs. */
function requireMethodChange({ clock }: SignInDeps, visitor: SignedIn): Result<SignedIn, 'access_denied' | 'fresh_factor_required'> {
  if (isOperatorRole(visitor.role)) return refuse({ code: 'access_denied' });
  const fresh = requireFresh(visitor, clock.now());
  return fresh.ok ? accept(visitor) : fresh;
}

async function presentSignInMethods(deps: SignInDeps, visitor: SignedIn): Promise<SignInMethodsAttributes> {
  const { db } = deps;
  const { userId, role } = visitor;
  const isByPassword = await hasPassword(db, userId);
  const identities = await listIdentities(db, userId);
  const hasSecondFactor = (await findPerson(db, userId))?.hasSecondFactor === true;
  const { methods } = await presentFactors(deps, db, { userId, role, needs: 'factor' });
  const proofs = [...(isByPassword ? ['password' as const] : []), ...(identities.length > 0 ? ['provider' as const] : [])];
  return {
    has_password: isByPassword,
    has_second_factor: hasSecondFactor,
    proofs: hasSecondFactor ? methods : proofs,
    is_fresh: requireFresh(visitor, deps.clock.now()).ok,
    identities: identities.map(({ provider, email, linkedAt }) => ({ provider, email, linked_at: toRfc3339(linkedAt) })),
  };
}

const passkeyRoutes = (deps: SignInDeps): Route[] => [
  route(askPasskeySignIn, async (call) => {
    if (!hasPasskeys(deps.settings.publicUrl)) return refuse({ code: 'not_found' });
    const { deviceToken, newDeviceToken } = callerOf(deps, call);
    const options = await createSignInChallenge(deps, deps.db, hashOfToken(deviceToken));
    const cookies = newDeviceToken === undefined ? [] : [sessionCookies(deps.settings.publicUrl).setDevice(newDeviceToken)];
    return accept({ data: { type: 'passkey_questions', id: 'current', attributes: { options: { ...options } } }, cookies });
  }),
  route(signInByPasskey, async (call) => {
    const { newDeviceToken, ...caller } = callerOf(deps, call);
    const { passkey, remember = false } = call.body;
    const oldToken = sessionCookies(deps.settings.publicUrl).read(call.header('cookie'));
    const sessionInput = { ...caller, isRemembered: remember, oldToken };
    // The library checks the shape: a malformed response does not verify
    const opened = await openSessionByPasskey(deps, sessionInput, passkey as unknown as AuthenticationResponseJSON);
    if (!opened.ok) return opened;
    return accept(await presentOpenedSession(deps, opened.value, { isRemembered: remember, newDeviceToken }));
  }),
];

const passwordRoutes = (deps: SignInDeps): Route[] => [
  route(proveByPassword, async (call) => {
    const { visitor } = call;
    // A user with a second factor must prove by that factor: the holder of a session may have seen the password
    if (visitor.factorGivenAt !== undefined) return refuse({ code: 'access_denied' });
    const { ip, device } = callerOf(deps, call);
    const sessionHash = hashOfId(visitor.sessionId);
    const proved = await provePassword(deps, { userId: visitor.userId, sessionHash, password: call.body.password, ip, device });
    return proved.ok ? accept({}) : proved;
  }),
  route(addPassword, async (call) => {
    const person = requireMethodChange(deps, call.visitor);
    if (!person.ok) return person;
    const { userId, email } = person.value;
    if (call.body.password !== call.body.password_confirmation)
      return refuse({ code: 'invalid_format', field: 'password_confirmation', message: 'passwords_differ' });
    const hash = await hashFirstPassword(call.body.password, email);
    if (!hash.ok) return hash;
    const { ip, device } = callerOf(deps, call);
    return deps.db.tx(async (tx) => {
      if ((await setFirstPassword(tx, userId, hash.value)) === 0) return refuse({ code: 'access_denied', message: 'has_password' });
      await recordSecurityEvent(deps, tx, { userId, topic: 'password_added', ip, device });
      return accept({});
    });
  }),
  route(dropPassword, async (call) => {
    const person = requireMethodChange(deps, call.visitor);
    if (!person.ok) return person;
    const { userId } = person.value;
    const removed = await removePasswordMethod(call.tx, userId);
    if (!removed.ok) return removed;
    const hadPassword = removed.value;
    if (!hadPassword) return accept({});
    const { ip, device } = callerOf(deps, call);
    await recordSecurityEvent(deps, call.tx, { userId, topic: 'password_removed', ip, device });
    return accept({});
  }),
];

/** Routes about sign-in methods (password, passkeys, providers), and about the links in mails about sign-ins. */
export const signInMethodRoutes = (deps: SignInDeps & ApiAccessDeps): Route[] => [
  ...passkeyRoutes(deps),
  ...passwordRoutes(deps),
  route(getWaysIn, async ({ visitor }) => {
    return accept({ data: { type: 'ways_in', id: 'current', attributes: await presentSignInMethods(deps, visitor) } });
  }),
  route(removeAuthentication, async (call) => {
    const person = requireMethodChange(deps, call.visitor);
    if (!person.ok) return person;
    const { userId } = person.value;
    const removed = await removeIdentityMethod(call.tx, userId, call.query.provider);
    if (!removed.ok) return removed;
    const { ip, device } = callerOf(deps, call);
    await recordSecurityEvent(deps, call.tx, { userId, topic: 'provider_removed', ip, device });
    return accept({});
  }),
  route(disavowSignIn, async (call) => {
    const { ip, device } = callerOf(deps, call);
    const disavowed = await disavow(deps, call.tx, { token: call.body.token, ip, device });
    return disavowed.ok ? accept({}) : disavowed;
  }),
];
