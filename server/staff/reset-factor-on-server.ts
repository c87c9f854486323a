import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { resetFactors } from '#server/second-factors/remove-factor.ts';
import { tellBySecurityLetter } from '#server/security-letters/security-letters.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { noteSecurityEvent } from '#server/sessions/note-event.ts';
import { findPersonByEmail } from '#server/users/find-person.ts';

/** Who does it in the audit log: whoever may run programs on the server. */
const SERVER = 'server';

/**
 * Forgets the second factors of somebody whom no colleague can help, by a program on the server: all sessions end, the audit log and a
 * letter to the person say so. Gives the person's e-mail; undefined: nobody has it.
 */
export async function resetFactorOnServer(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>,
  email: string,
): Promise<string | undefined> {
  const person = await findPersonByEmail(deps.db, email);
  if (person === undefined) return undefined;
  const { id: userId } = person;
  await deps.db.tx(async (tx) => {
    await resetFactors(deps, tx, userId);
    // Nobody listens here: an office that is open looks by itself within a minute
    await endSessionsOf({ live: { hint: () => undefined } }, tx, userId);
    const tell = tellBySecurityLetter(deps);
    await noteSecurityEvent({ ...deps, tell }, tx, { userId, topic: 'factor_reset_on_server', ip: null, device: null });
    await recordAudit(deps, tx, {
      actorId: SERVER,
      action: 'staff.reset_factor',
      subjectType: 'user',
      subjectId: userId,
      detail: { email: person.email },
    });
  });
  return person.email;
}
