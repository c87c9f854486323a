import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskey,
  askNewPasskey,
  askPasskey,
  beginTotp,
  confirmTotp,
  getSecondFactors,
  giveSecondFactor,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
} from '#contract/account/second-factors.ts';
import { isOperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { requireFresh } from './visitor.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Route, route, type Visitor } from '#server/platform/http/route.ts';
import * as passkeys from '#server/second-factors/passkeys.ts';
import { presentFactors, type FactorSubject } from '#server/second-factors/present.ts';
import { hasRecoveryCodes, createRecoveryCodes } from '#server/second-factors/recovery-codes.ts';
import { removeFactor } from '#server/second-factors/sign-in-methods.ts';
import * as totp from '#server/second-factors/totp.ts';
import { callerOf, hashOfId, sessionCookies } from './caller.ts';
import { type FactorProof, verifyFactor, completeSignIn, type CompletedSession } from './verify-factor.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import type { SignInDeps } from './begin-session.ts';
import { refreshSession } from './store.ts';

type Person = Exclude<Visitor, { kind: 'guest' | 'partner' }>;

interface RequestSource {
  readonly visitor: Visitor;
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
}

const factorSubjectOf = (person: Person): FactorSubject => ({
  userId: person.userId,
  role: person.role,
  needs: person.kind === 'half_open' ? person.needs : 'none',
});

/** A user may change factors while enrolling the first one, or within five minutes after giving one. */
function requireFactorChange(deps: SignInDeps, person: Person): Result<Person, 'access_denied' | 'fresh_factor_required'> {
  if (person.kind === 'half_open') return person.needs === 'enrolment' ? accept(person) : refuse({ code: 'access_denied' });
  const fresh = requireFresh(person, deps.clock.now());
  return fresh.ok ? accept(person) : fresh;
}

const RESOURCE = { type: 'second_factors', id: 'current' } as const;

type FactorTopic = 'factor_added' | 'factor_removed' | 'recovery_codes_made';

/** Records the change as a security event and, for operators, in the audit log. */
async function recordFactorChange(
  deps: SignInDeps,
  tx: Tx,
  { person, from, topic }: { person: Person; from: RequestSource; topic: FactorTopic },
): Promise<void> {
  const { userId, role } = person;
  await recordSecurityEvent(deps, tx, { userId, topic, ip: from.ip, device: callerOf(deps, from).device });
  if (!isOperatorRole(role)) return;
  await recordAudit(deps, tx, { actorId: userId, action: `account.${topic}`, subjectType: 'user', subjectId: userId, detail: {} });
}

/** After a factor was added: the first one comes with recovery codes and completes the session that enrolled it. */
async function completeEnrolment(deps: SignInDeps, tx: Tx, { person, from }: { person: Person; from: RequestSource }) {
  const { userId, role, sessionId } = person;
  // Codes that were created before there was a factor may be known to someone else, so they are replaced
  const hadNone = person.kind === 'half_open' || person.factorGivenAt === undefined;
  const isFirst = hadNone || !(await hasRecoveryCodes(tx, userId));
  const codes = isFirst ? await createRecoveryCodes(deps, tx, userId) : null;
  await recordFactorChange(deps, tx, { person, from, topic: 'factor_added' });
  const sessionHash = hashOfId(sessionId);
  let completed: CompletedSession | undefined;
  if (person.kind === 'half_open') completed = await completeSignIn(deps, tx, { sessionHash, userId, ...callerOf(deps, from) });
  else await refreshSession(tx, sessionHash, deps.clock.now());
  const attributes = await presentFactors(deps, tx, { userId, role, needs: 'none', codes });
  const cookies = completed === undefined ? [] : [sessionCookies(deps.settings.publicUrl).set(completed.token, completed.maxAgeSeconds)];
  return { data: { ...RESOURCE, attributes }, cookies };
}

function factorProofOf(body: {
  readonly totp?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly passkey?: Readonly<Record<string, unknown>> | undefined;
}): FactorProof | undefined {
  if (body.totp !== undefined) return { kind: 'totp', code: body.totp };
  if (body.recovery_code !== undefined) return { kind: 'recovery_code', code: body.recovery_code };
  // The library checks the shape: a malformed response does not verify
  if (body.passkey !== undefined) return { kind: 'passkey', response: body.passkey as unknown as AuthenticationResponseJSON };
  return undefined;
}

const verificationRoutes = (deps: SignInDeps): Route[] => [
  route(getSecondFactors, async ({ visitor }) => {
    return accept({ data: { ...RESOURCE, attributes: await presentFactors(deps, deps.db, factorSubjectOf(visitor)) } });
  }),
  route(giveSecondFactor, async (call) => {
    const factor = factorProofOf(call.body);
    if (factor === undefined) return refuse({ code: 'required', field: 'totp' });
    const { userId, role, sessionId, kind } = call.visitor;
    const isHalfOpen = kind === 'half_open';
    const verified = await verifyFactor(deps, { ...callerOf(deps, call), userId, sessionHash: hashOfId(sessionId), isHalfOpen, factor });
    if (!verified.ok) return verified;
    const attributes = await presentFactors(deps, deps.db, { userId, role, needs: 'none' });
    const cookies =
      verified.value === null ? [] : [sessionCookies(deps.settings.publicUrl).set(verified.value.token, verified.value.maxAgeSeconds)];
    return accept({ data: { ...RESOURCE, attributes }, cookies });
  }),
  route(askPasskey, async ({ visitor }) => {
    if (!passkeys.hasPasskeys(deps.settings.publicUrl)) return refuse({ code: 'not_found' });
    const { userId, sessionId } = visitor;
    const options = await deps.db.tx((tx) =>
      passkeys.createAuthenticationChallenge(deps, tx, { userId, sessionHash: hashOfId(sessionId) }),
    );
    return accept({ data: { type: 'passkey_questions', id: 'current', attributes: { options: { ...options } } } });
  }),
];

const totpRoutes = (deps: SignInDeps): Route[] => [
  route(beginTotp, async ({ visitor, tx }) => {
    const person = requireFactorChange(deps, visitor);
    if (!person.ok) return person;
    const { secret, uri } = await totp.beginTotp(deps, tx, person.value);
    return accept({ data: { type: 'totp_secrets', id: 'current', attributes: { secret, uri } } });
  }),
  route(confirmTotp, async (call) => {
    const person = requireFactorChange(deps, call.visitor);
    if (!person.ok) return person;
    const confirmed = await totp.confirmTotp(deps, call.tx, { userId: person.value.userId, code: call.body.code });
    return confirmed.ok ? accept(await completeEnrolment(deps, call.tx, { person: person.value, from: call })) : confirmed;
  }),
  route(removeTotp, async (call) => {
    const person = requireFactorChange(deps, call.visitor);
    if (!person.ok) return person;
    const { userId, role } = person.value;
    const removed = await removeFactor(deps, call.tx, { userId, role, passkeyId: null });
    // A repeated removal succeeds
    if (!removed.ok)
      return removed.refusals.some(({ code }) => code === 'not_found')
        ? accept({})
        : refuse({ code: 'access_denied', message: 'last_factor' });
    await recordFactorChange(deps, call.tx, { person: person.value, from: call, topic: 'factor_removed' });
    return accept({});
  }),
  route(makeRecoveryCodes, async (call) => {
    const { visitor: person, tx } = call;
    const fresh = requireFresh(person, deps.clock.now());
    if (!fresh.ok) return fresh;
    const { userId, role } = person;
    const codes = await createRecoveryCodes(deps, tx, userId);
    await recordFactorChange(deps, tx, { person, from: call, topic: 'recovery_codes_made' });
    return accept({ data: { ...RESOURCE, attributes: await presentFactors(deps, tx, { userId, role, needs: 'none', codes }) } });
  }),
];

const passkeyRoutes = (deps: SignInDeps): Route[] => [
  route(askNewPasskey, async ({ visitor }) => {
    const person = requireFactorChange(deps, visitor);
    if (!person.ok) return person;
    if (!passkeys.hasPasskeys(deps.settings.publicUrl)) return refuse({ code: 'not_found' });
    const { userId, email, sessionId } = person.value;
    const options = await deps.db.tx((tx) =>
      passkeys.createRegistrationChallenge(deps, tx, { userId, email, sessionHash: hashOfId(sessionId) }),
    );
    return accept({ data: { type: 'passkey_questions', id: 'current', attributes: { options: { ...options } } } });
  }),
  route(addPasskey, async (call) => {
    const person = requireFactorChange(deps, call.visitor);
    if (!person.ok) return person;
    const { userId, sessionId } = person.value;
    const challenge = await passkeys.consumeRegistrationChallenge(deps, deps.db, hashOfId(sessionId));
    if (challenge === undefined) return refuse({ code: 'invalid_token', message: 'wrong_passkey' });
    const response = call.body.passkey as unknown as RegistrationResponseJSON;
    return deps.db.tx(async (tx) => {
      const added = await passkeys.addPasskey(deps, tx, { userId, name: call.body.name, challenge, response });
      return added.ok ? accept(await completeEnrolment(deps, tx, { person: person.value, from: call })) : added;
    });
  }),
  route(renamePasskey, async ({ visitor, params, body, tx }) => {
    const { userId, role } = visitor;
    const renamed = await passkeys.renamePasskey(tx, userId, { id: params.id, name: body.name });
    if (!renamed.ok) return renamed;
    return accept({ data: { ...RESOURCE, attributes: await presentFactors(deps, tx, { userId, role, needs: 'none' }) } });
  }),
  route(removePasskey, async (call) => {
    const person = requireFactorChange(deps, call.visitor);
    if (!person.ok) return person;
    const { userId, role } = person.value;
    const removed = await removeFactor(deps, call.tx, { userId, role, passkeyId: call.params.id });
    if (!removed.ok) return removed;
    await recordFactorChange(deps, call.tx, { person: person.value, from: call, topic: 'factor_removed' });
    return accept({});
  }),
];

/** Calls about second factors, for every account. */
export const secondFactorRoutes = (deps: SignInDeps): Route[] => [...verificationRoutes(deps), ...totpRoutes(deps), ...passkeyRoutes(deps)];
