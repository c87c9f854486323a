import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Telling, tellSessionsEnded } from './end-sessions.ts';
import { cutOffPrograms, type ProgramDeps } from './cut-off-programs.ts';
import { noteSecurityEvent } from './note-event.ts';
import { deleteSessionsSince, findSecurityEvent, forgetDevicesSince } from './store.ts';

const PURPOSE = 'this was not me';
/** How long the link of a letter works. */
const LINK_MS = 30 * DAY_MS;

/** What the link in a letter about a sign-in carries. */
export const disavowalToken = ({ secrets }: Pick<Deps, 'secrets'>, eventId: string): string =>
  `${eventId}.${secrets.sign(PURPOSE, eventId)}`;

/**
 * "This was not me": ends the session that the letter is about and all that began since, and knows no browser any more that was first
 * seen since; keys that were made since end, webhooks are paused. The link ends things and does nothing else: whoever finds an old letter
 * gains nothing by it.
 */
export async function disavow(
  deps: Pick<Deps, 'secrets'> & Telling & ProgramDeps,
  tx: Tx,
  by: { readonly token: string; readonly ip: string; readonly device: string },
): Promise<Result<null, 'invalid_token'>> {
  const [eventId = '', signature = ''] = by.token.split('.');
  if (!deps.secrets.verifyKept(PURPOSE, eventId, signature)) return refuse({ code: 'invalid_token', message: 'old_link' });
  const event = await findSecurityEvent(tx, eventId);
  if (event?.user_id == null || event.at.getTime() < deps.clock.now() - LINK_MS)
    return refuse({ code: 'invalid_token', message: 'old_link' });
  const { user_id: userId } = event;
  const ended = await deleteSessionsSince(tx, userId, { sessionHash: event.session_hash, since: event.at.getTime() });
  await forgetDevicesSince(tx, userId, event.at.getTime());
  await cutOffPrograms(deps, tx, { userId, since: event.at.getTime() });
  if (ended === 0) return accept(null);
  tellSessionsEnded(deps, tx, userId);
  await noteSecurityEvent(deps, tx, { userId, topic: 'sign_in_disavowed', ip: by.ip, device: by.device });
  return accept(null);
}
