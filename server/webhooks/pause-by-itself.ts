import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as store from './endpoint-store.ts';
import { noteEndpointLetter } from './endpoint-letters.ts';

/** An endpoint that has taken nothing for three days, or says that it is gone, is sent nothing more until its owner says so; he is written to. */
export async function pauseByItself(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, by }: { readonly id: string; readonly by: 'failing' | 'gone' },
): Promise<void> {
  const now = deps.clock.now();
  if ((await store.pause(tx, id, { by, reason: null, now })) === 0) return;
  await noteEndpointLetter(deps, tx, { id, topic: by });
}
