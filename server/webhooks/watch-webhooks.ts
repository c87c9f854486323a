import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentKeeper } from '#server/incidents/keep-incidents.ts';
import { countUnreached } from './office-store.ts';

/** One alarm: whoever opens it sees them all. */
const SUBJECT = 'webhooks';
const LOOK_BACK_MS = 15 * MINUTE_MS;
/** Of so few addresses nothing can be told of us. */
const LEAST = 3;
const MOST_LOST = 0.8;

/** Calls people when nobody's server can be reached any more: then it is our network and none of theirs. */
export async function watchWebhooks({ db, clock }: Pick<Deps, 'db' | 'clock'>, keeper: Pick<IncidentKeeper, 'keep'>): Promise<void> {
  const { tried, lost } = await countUnreached(db, clock.now() - LOOK_BACK_MS);
  const isOurs = tried >= LEAST && lost >= tried * MOST_LOST;
  await keeper.keep('webhooks_unreached', isOurs ? { [SUBJECT]: { addresses: String(tried), unreached: String(lost) } } : {});
}
