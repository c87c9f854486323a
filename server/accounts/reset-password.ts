import { isOperatorRole } from '#core/access/access.ts';
import { newPasswordProblems } from '#core/security/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { cutOffApiAccess, endAllSessions } from '#server/sessions/end-sessions.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { findPersonByEmail, type Person } from '#server/users/queries.ts';
import { areHashersBusy, BUSY_SECONDS, hashPassword } from '#server/users/hash-password.ts';
import { createCustomerAccount } from '#server/customers/customers.ts';
import { setPassword } from '#server/users/passwords.ts';
import { type CutOffDeps, unlinkAll } from './cut-off.ts';
import { tokenHash } from './mail-token.ts';
import { verifyEmail } from './verify-email.ts';
import { consumeByHash, findByHash, findVerifiedOwner } from './store.ts';

const INVALID_LINK = { code: 'invalid_token' } as const;

type ResetDeps = SignInDeps & CutOffDeps;

export interface ResetInput {
  readonly token: string;
  /** Undefined if the token is only to be checked. */
  readonly password: string | undefined;
  readonly confirmation: string | undefined;
  readonly ip: string;
  readonly device: string;
}

/**
 * The account whose password a link to this address sets:
 * - the account that verified the address, otherwise the newest that names it;
 * - undefined for a disabled account;
 * - in production, undefined for an operator without a second factor.
 */
export async function accountOfReset(deps: Pick<Deps, 'db' | 'settings'>, email: string): Promise<Person | undefined> {
  const person = await findPersonByEmail(deps.db, email);
  if (person === undefined || person.isDisabled) return undefined;
  const isOneFactorOperator = isOperatorRole(person.role) && !person.hasSecondFactor && deps.settings.mode === 'production';
  return isOneFactorOperator ? undefined : person;
}

/**
 * Creates an account for the owner of an unverified address. Accounts that name the address may be strangers', so they are closed. Refused
 * if an account has verified the address.
 */
async function createOwnersAccount(
  deps: SignInDeps,
  tx: Tx,
  { email, passwordHash, locale }: Pick<Person, 'email' | 'locale'> & { readonly passwordHash: string },
): Promise<Result<string, 'invalid_token'>> {
  const { id } = await createCustomerAccount(deps, tx, { email, passwordHash, fullName: null, phone: null, locale });
  const verified = await verifyEmail(deps, tx, { userId: id, email });
  return verified.ok ? accept(id) : verified;
}

/**
 * Sets the owner's password and ends everything linked to the account, because an earlier user may not be the reader of the mail (decision
 * 0087). An operator keeps the second factor.
 */
async function setOwnersPassword(deps: ResetDeps, tx: Tx, { id, role }: Person, passwordHash: string): Promise<void> {
  await setPassword(tx, id, passwordHash);
  if (isOperatorRole(role)) await cutOffApiAccess(deps, tx, { userId: id, since: 0 });
  else await unlinkAll(deps, tx, { userId: id, before: deps.clock.now() + 1 });
}

/** Sets a new password by a mailed link. All sessions end and the owner is notified (R33). */
export async function resetPassword(
  deps: ResetDeps,
  input: ResetInput,
): Promise<Result<null, 'invalid_token' | 'required' | 'too_short' | 'invalid_format' | 'too_many_requests'>> {
  const { token, password, confirmation, ip, device } = input;
  const hash = tokenHash(token);
  const row = hash && (await findByHash(deps.db, { purpose: 'reset', hash, now: deps.clock.now() }));
  const person = row && (await accountOfReset(deps, row.email));
  if (hash === undefined || person === undefined) return refuse(INVALID_LINK);
  if (password === undefined) return accept(null);
  const [problem, ...otherProblems] = newPasswordProblems({
    password,
    confirmation: confirmation ?? '',
    email: person.email,
    role: person.role,
  });
  if (problem !== undefined) return refuse(problem, ...otherProblems);
  if (areHashersBusy()) return refuse({ code: 'too_many_requests', params: { seconds: BUSY_SECONDS } });
  const passwordHash = await hashPassword(password);
  return await deps.db.tx(async (tx) => {
    const consumedToken = await consumeByHash(tx, { purpose: 'reset', hash, now: deps.clock.now() });
    if (consumedToken === undefined) return refuse(INVALID_LINK);
    const isVerified = (await findVerifiedOwner(tx, consumedToken.email))?.id === person.id;
    const owner = isVerified
      ? accept(person.id)
      : await createOwnersAccount(deps, tx, { email: consumedToken.email, passwordHash, locale: person.locale });
    if (!owner.ok) return owner;
    if (isVerified) await setOwnersPassword(deps, tx, person, passwordHash);
    await endAllSessions(deps, tx, owner.value);
    await recordSecurityEvent(deps, tx, { userId: owner.value, topic: 'password_changed', ip, device });
    if (isOperatorRole(person.role))
      await recordAudit(deps, tx, {
        actorId: person.id,
        action: 'account.password_reset',
        subjectType: 'user',
        subjectId: person.id,
        detail: {},
      });
    return accept(null);
  });
}
