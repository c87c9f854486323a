import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type ApiAccessDeps, cutOffApiAccess, publishSessionsEnded, type SessionEndDeps } from './end-sessions.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { deleteSessionsSince, findSecurityEvent, forgetDevicesSince } from './store.ts';

const PURPOSE = 'this was not me';
/** Validity of the link in a mail. */
const LINK_MS = 30 * DAY_MS;

/** The token of the link in a mail about a sign-in. */
export const disavowalToken = ({ secrets }: Pick<Deps, 'secrets'>, eventId: string): string =>
  `${eventId}.${secrets.sign(PURPOSE, eventId)}`;

/**
 * "This was not me". The link gives no access, so an old mail found by someone else is harmless. It:
 * - ends the session that the mail is about and all later ones;
 * - forgets browsers first seen since then;
 * - revokes API keys created since then and pauses webhooks.
 */
export async function disavow(
  deps: Pick<Deps, 'secrets'> & SessionEndDeps & ApiAccessDeps,
  tx: Tx,
  request: { readonly token: string; readonly ip: string; readonly device: string },
): Promise<Result<null, 'invalid_token'>> {
  const [eventId = '', signature = ''] = request.token.split('.');
  if (!deps.secrets.verifyLongLived(PURPOSE, eventId, signature)) return refuse({ code: 'invalid_token', message: 'old_link' });
  const event = await findSecurityEvent(tx, eventId);
  if (event?.user_id == null || event.at.getTime() < deps.clock.now() - LINK_MS)
    return refuse({ code: 'invalid_token', message: 'old_link' });
  const { user_id: userId } = event;
  const ended = await deleteSessionsSince(tx, userId, { sessionHash: event.session_hash, since: event.at.getTime() });
  await forgetDevicesSince(tx, userId, event.at.getTime());
  await cutOffApiAccess(deps, tx, { userId, since: event.at.getTime() });
  if (ended === 0) return accept(null);
  publishSessionsEnded(deps, tx, userId);
  await recordSecurityEvent(deps, tx, { userId, topic: 'sign_in_disavowed', ip: request.ip, device: request.device });
  return accept(null);
}
