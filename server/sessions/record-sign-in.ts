import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recordSecurityEvent, type NotifyUser } from './record-security-event.ts';
import { hashOfToken } from './session-token.ts';
import { upsertDevice } from './store.ts';

export interface SignedInFrom {
  readonly userId: string;
  readonly ip: string;
  readonly device: string;
  readonly deviceToken: string;
}

/** Records a completed sign-in; one from a new browser is reported to the user by mail. */
export async function recordSignIn(
  deps: Pick<Deps, 'random' | 'clock'> & { readonly notifyUser: NotifyUser },
  tx: Tx,
  { userId, ip, device, deviceToken }: SignedInFrom,
  sessionHash: Buffer,
): Promise<void> {
  const deviceState = await upsertDevice(tx, { userId, deviceHash: hashOfToken(deviceToken), now: deps.clock.now() });
  await recordSecurityEvent(deps, tx, { userId, topic: deviceState === 'new' ? 'new_device' : 'signed_in', ip, device, sessionHash });
}
