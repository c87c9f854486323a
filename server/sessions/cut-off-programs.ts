import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { noteSecurityEvent, type TellPerson } from './note-event.ts';

/**
 * Revokes an account's API keys that were made, or got another secret, since a moment, and pauses all its webhooks: their addresses may
 * have been changed. Gives whether there were any. Given at assembly: these modules come later in the order.
 */
export type EndPrograms = (tx: Tx, of: { readonly userId: string; readonly since: Instant }) => Promise<boolean>;

export type ProgramDeps = Pick<Deps, 'random' | 'clock'> & { readonly tell: TellPerson; readonly endPrograms: EndPrograms };

/** What a stranger may have given a program ends with every other way in, and its owner is told so (decision 0084). */
export async function cutOffPrograms(deps: ProgramDeps, tx: Tx, of: { readonly userId: string; readonly since: Instant }): Promise<void> {
  if (!(await deps.endPrograms(tx, of))) return;
  await noteSecurityEvent(deps, tx, { userId: of.userId, topic: 'programs_cut_off', ip: null, device: null });
}
