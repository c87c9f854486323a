import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { noteSecurityEvent, type TellPerson } from './note-event.ts';
import { hashOfToken } from './session-token.ts';
import { noteDevice } from './store.ts';

export interface SignedInFrom {
  readonly userId: string;
  readonly ip: string;
  readonly device: string;
  readonly deviceToken: string;
}

/** A session has become whole: it is written down, and whoever signs in from a browser we have not seen him with gets a letter. */
export async function noteSignedIn(
  deps: Pick<Deps, 'random' | 'clock'> & { readonly tell: TellPerson },
  tx: Tx,
  { userId, ip, device, deviceToken }: SignedInFrom,
  sessionHash: Buffer,
): Promise<void> {
  const seen = await noteDevice(tx, { userId, deviceHash: hashOfToken(deviceToken), now: deps.clock.now() });
  await noteSecurityEvent(deps, tx, { userId, topic: seen === 'new' ? 'new_device' : 'signed_in', ip, device, sessionHash });
}
