import type { Deps } from '#server/deps.ts';
import { saveCheck } from './seal-store.ts';
import { verifyChain } from './verify-chain.ts';

/** Verifies the chain and stores the result for the office. Returns the problems, the first broken link first. */
export async function recordVerification(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>): Promise<readonly string[]> {
  const { problems, links } = await verifyChain(deps);
  await saveCheck(deps.db, { at: deps.clock.now(), links, problem: problems[0] ?? null });
  return problems;
}
