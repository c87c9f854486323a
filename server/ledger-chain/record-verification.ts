import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { countWaiting } from './queries.ts';
import { saveCheck } from './seal-store.ts';
import { verifyChain } from './verify-chain.ts';

/** Verifies the chain and stores the result for the office. Returns the problems, the first broken link first. */
export async function recordVerification(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<readonly string[]> {
  const { problems: broken, links, head } = await verifyChain(deps);
  const { since, isLate } = await countWaiting(deps.db, head?.next);
  // No process runs jobs, or a transaction on the server has been open since
  const late = since !== null && isLate ? [`transfers wait for a link since ${toRfc3339(since)}`] : [];
  const problems = [...broken, ...late];
  await saveCheck(deps.db, { at: deps.clock.now(), links, problem: problems[0] ?? null });
  return problems;
}
