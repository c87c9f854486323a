import { isOperatorRole } from '#core/access.ts';
import { newPasswordProblems } from '#core/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { cutOffPrograms } from '#server/sessions/cut-off-programs.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { findPersonByEmail, type Person } from '#server/users/find-person.ts';
import { areHashersBusy, hashPassword } from '#server/users/hash-password.ts';
import { BUSY_SECONDS } from '#server/users/hash-queue.ts';
import { makeCustomer } from '#server/users/make-customer.ts';
import { keepPassword } from '#server/users/set-password.ts';
import { type CutOffDeps, forgetLinked } from './cut-off.ts';
import { tokenHash } from './mailed-token.ts';
import { proveEmail } from './prove-email.ts';
import { findProven } from './store.ts';
import { findByHash, takeByHash } from './token-store.ts';

const SPENT = { code: 'invalid_token' } as const;

type ResetDeps = SignInDeps & CutOffDeps;

export interface Reset {
  readonly token: string;
  /** Undefined: the token is only looked at. */
  readonly password: string | undefined;
  readonly confirmation: string | undefined;
  readonly ip: string;
  readonly device: string;
}

/**
 * Whose password a link to this address sets: of whoever has proven it; else somebody has to have said that it is his, and the link is
 * the proof.
 * Nobody kept out, and in a shop with real money no operator without a second factor: a mailbox alone opens no office.
 */
export async function accountOfReset(deps: Pick<Deps, 'db' | 'settings'>, email: string): Promise<Person | undefined> {
  const person = await findPersonByEmail(deps.db, email);
  if (person === undefined || person.isDisabled) return undefined;
  const opensOffice = isOperatorRole(person.role) && !person.hasSecondFactor && deps.settings.mode === 'production';
  return opensOffice ? undefined : person;
}

/**
 * Nobody has proven the address yet, and who made the accounts that name it nobody knows: none of their factors, providers and kept
 * requisites may become the owner's, so he gets an account of his own and theirs are closed. Refused when somebody has proven it meanwhile.
 */
async function newOwner(
  deps: SignInDeps,
  tx: Tx,
  { email, passwordHash, locale }: Pick<Person, 'email' | 'locale'> & { readonly passwordHash: string },
): Promise<Result<string, 'invalid_token'>> {
  const { id } = await makeCustomer(deps, tx, { email, passwordHash, fullName: null, phone: null, locale });
  const proven = await proveEmail(deps, tx, { userId: id, email });
  return proven.ok ? accept(id) : proven;
}

/**
 * The owner's password. Whatever is linked to the account ends, whenever it was linked: the person who could sign in before the reset
 * need not be the one who reads the mail (decision 0087). An operator keeps the second factor, without which no office opens.
 */
async function takeOver(deps: ResetDeps, tx: Tx, { id, role }: Person, passwordHash: string): Promise<void> {
  await keepPassword(tx, id, passwordHash);
  if (isOperatorRole(role)) await cutOffPrograms(deps, tx, { userId: id, since: 0 });
  else await forgetLinked(deps, tx, { userId: id, before: deps.clock.now() + 1 });
}

/** A new password for whoever reads the mail of an account: everybody who is signed in as him is out, and he is told (R33). */
export async function resetPassword(
  deps: ResetDeps,
  reset: Reset,
): Promise<Result<null, 'invalid_token' | 'required' | 'too_short' | 'invalid_format' | 'too_many_requests'>> {
  const { token, password, confirmation, ip, device } = reset;
  const hash = tokenHash(token);
  const row = hash && (await findByHash(deps.db, { purpose: 'reset', hash, now: deps.clock.now() }));
  const person = row && (await accountOfReset(deps, row.email));
  if (hash === undefined || person === undefined) return refuse(SPENT);
  if (password === undefined) return accept(null);
  const [problem, ...others] = newPasswordProblems({ password, confirmation: confirmation ?? '', email: person.email, role: person.role });
  if (problem !== undefined) return refuse(problem, ...others);
  if (areHashersBusy()) return refuse({ code: 'too_many_requests', params: { seconds: BUSY_SECONDS } });
  const passwordHash = await hashPassword(password);
  return await deps.db.tx(async (tx) => {
    const taken = await takeByHash(tx, { purpose: 'reset', hash, now: deps.clock.now() });
    if (taken === undefined) return refuse(SPENT);
    const isProven = (await findProven(tx, taken.email))?.id === person.id;
    const owner = isProven ? accept(person.id) : await newOwner(deps, tx, { email: taken.email, passwordHash, locale: person.locale });
    if (!owner.ok) return owner;
    if (isProven) await takeOver(deps, tx, person, passwordHash);
    await endSessionsOf(deps, tx, owner.value);
    await noteSecurityEvent(deps, tx, { userId: owner.value, topic: 'password_changed', ip, device });
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
