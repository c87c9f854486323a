import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { resetFactors } from '#server/second-factors/sign-in-methods.ts';
import { notifyBySecurityMail } from '#server/security-emails/security-emails.ts';
import { endAllSessions } from '#server/sessions/end-sessions.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { findPersonByEmail } from '#server/users/queries.ts';

/** Actor in the audit log: anyone who may run programs on the server. */
const SERVER_ACTOR = 'server';

/**
 * Removes the second factors of an operator without a colleague who could do it. Runs on the server. Ends the sessions, audits the reset
 * and mails the operator. Returns the e-mail; undefined without such a user.
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
    // This process has no listeners, so an open office page notices it within a minute
    await endAllSessions({ live: { hint: () => undefined } }, tx, userId);
    const notifyUser = notifyBySecurityMail(deps);
    await recordSecurityEvent({ ...deps, notifyUser }, tx, { userId, topic: 'factor_reset_on_server', ip: null, device: null });
    await recordAudit(deps, tx, {
      actorId: SERVER_ACTOR,
      action: 'staff.reset_factor',
      subjectType: 'user',
      subjectId: userId,
      detail: { email: person.email },
    });
  });
  return person.email;
}
