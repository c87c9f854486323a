import type { PayoutProblems } from '#server/adapters/rails/port.ts';
import type { PayoutDeps } from './pay-out.ts';
import { executedAbove, type ExecutedPayout, lostReferences, markFound } from './payout-store.ts';
import type { Location } from './translate.ts';

/** Executed payouts are looked up again for so many blocks: about two days. */
const WATCHED_BLOCKS = 1440;

const SENT_AGAIN = 'its transaction is sent again';
const EXCLUDED = 'another transaction has spent its outputs';

/**
 * Executed payouts that a reorganisation took out of their blocks, until they have all their confirmations again. They are sent again; where
 * another transaction has spent their outputs, a person decides.
 */
export async function watchExecuted(deps: PayoutDeps): Promise<PayoutProblems['current']> {
  const { db, node, railName } = deps;
  const head = await node.head();
  const executed = await executedAbove(db, railName, head.height - WATCHED_BLOCKS);
  const locations = await node.locate(executed.map(({ made }) => made.txId));
  const causes = new Map<string, string>();
  for (const row of executed) {
    const { reference } = row;
    const blockHeight = locations.get(row.made.txId)?.blockHeight ?? null;
    const isFinal = blockHeight !== null && head.height - blockHeight >= row.requiredConfirmations;
    if (blockHeight !== row.blockHeight || isFinal) await markFound(db, reference, { blockHeight, isFinal, now: deps.clock.now() });
    causes.set(reference, await causeOf(deps, row, locations.get(row.made.txId)));
  }
  const lost = await lostReferences(db, railName);
  return new Map(lost.map((reference) => [reference, causes.get(reference) ?? SENT_AGAIN]));
}

/** Sends a transaction again that the node does not have. */
async function causeOf({ node, log }: PayoutDeps, row: ExecutedPayout, location: Location | undefined): Promise<string> {
  if (location) return SENT_AGAIN;
  if ((await node.areSpent(row.made.keyImages)).includes(true)) return EXCLUDED;
  const answer = await node.send(row.made.rawTx);
  if (!answer.taken) log.error({ reference: row.reference, reason: answer.reason }, 'monero_lost_payout_not_taken');
  return SENT_AGAIN;
}
