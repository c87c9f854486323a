import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as store from './endpoint-store.ts';
import { queueEndpointMail } from './endpoint-emails.ts';

/** Pauses an endpoint that accepted nothing for three days or responded that it is gone, and mails its owner. */
export async function pauseAutomatically(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, by }: { readonly id: string; readonly by: 'failing' | 'gone' },
): Promise<void> {
  const now = deps.clock.now();
  if ((await store.pause(tx, id, { by, reason: null, now })) === 0) return;
  await queueEndpointMail(deps, tx, { id, topic: by });
}
