import { isOperatorRole } from '#core/access.ts';
import { checkPassword } from '#core/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { SignInDeps } from '#server/sessions/begin-session.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { findPersonByEmail, type Person } from '#server/users/find-person.ts';
import { areHashersBusy, hashPassword } from '#server/users/hash-password.ts';
import { keepPassword } from '#server/users/set-password.ts';
import { tokenHash } from './mailed-token.ts';
import { proveEmail } from './prove-email.ts';
import { findProven } from './store.ts';
import { findByHash, takeByHash } from './token-store.ts';

const BUSY_SECONDS = 5;
const SPENT = { code: 'invalid_token' } as const;

export interface Reset {
  readonly token: string;
  /** Undefined: the token is only looked at. */
  readonly password: string | undefined;
  readonly confirmation: string | undefined;
  readonly ip: string;
  readonly device: string;
}

/**
 * Whose password a link to this address sets: of whoever has proven it, else of who said last that it is his; the link is the proof.
 * Nobody kept out, and in a shop with real money no operator without a second factor: a mailbox alone opens no office.
 */
export async function accountOfReset(deps: Pick<Deps, 'db' | 'settings'>, email: string): Promise<Person | undefined> {
  const person = await findPersonByEmail(deps.db, email);
  if (person === undefined || person.isDisabled) return undefined;
  const opensOffice = isOperatorRole(person.role) && !person.hasSecondFactor && deps.settings.mode === 'production';
  return opensOffice ? undefined : person;
}

/** A new password for whoever reads the mail of an account: everybody who is signed in as him is out, and he is told (R33). */
export async function resetPassword(
  deps: SignInDeps,
  reset: Reset,
): Promise<Result<null, 'invalid_token' | 'too_short' | 'invalid_format' | 'too_many_requests'>> {
  const { token, password, confirmation, ip, device } = reset;
  const hash = tokenHash(token);
  const row = hash && (await findByHash(deps.db, { purpose: 'reset', hash, now: deps.clock.now() }));
  const person = row && (await accountOfReset(deps, row.email));
  if (hash === undefined || person === undefined) return refuse(SPENT);
  if (password === undefined) return accept(null);
  const fits = checkPassword(password, person.email);
  if (!fits.ok) return fits;
  if (password !== confirmation) return refuse({ code: 'invalid_format', field: 'password_confirmation', message: 'passwords_differ' });
  if (areHashersBusy()) return refuse({ code: 'too_many_requests', params: { seconds: BUSY_SECONDS } });
  const passwordHash = await hashPassword(password);
  return await deps.db.tx(async (tx) => {
    const taken = await takeByHash(tx, { purpose: 'reset', hash, now: deps.clock.now() });
    if (taken === undefined) return refuse(SPENT);
    const isProven = (await findProven(tx, taken.email))?.id === person.id;
    // Somebody else has proven the address meanwhile, if he can: then the link was his, and is spent
    const proven = isProven ? accept(null) : await proveEmail(deps, tx, { userId: person.id, email: taken.email });
    if (!proven.ok) return proven;
    await keepPassword(tx, person.id, passwordHash);
    await endSessionsOf(deps, tx, person.id);
    await noteSecurityEvent(deps, tx, { userId: person.id, topic: 'password_changed', ip, device });
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
