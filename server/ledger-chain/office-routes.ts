import { officeGetLedgerChain } from '#contract/office/shop/audit.ts';
import { headName } from '#core/ledger/chain.ts';
import { accept } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countWaiting } from './queries.ts';
import { findCheck, findLastSeal } from './seal-store.ts';
import { findPosition } from './store.ts';

const timeOf = (at: Instant | null | undefined): string | null => (at == null ? null : toRfc3339(at));

/** Office routes of the ledger's hash chain. */
export const officeLedgerChainRoutes = ({ db }: Pick<Deps, 'db'>): Route[] => [
  route(officeGetLedgerChain, async () => {
    const [{ head }, check, seal] = await Promise.all([findPosition(db), findCheck(db), findLastSeal(db)]);
    const waiting = await countWaiting(db, head?.next);
    const attributes = {
      head: head === undefined ? null : headName(head),
      waiting: waiting.count,
      waiting_since: timeOf(waiting.since),
      sealed_at: timeOf(seal?.mailed_at.getTime()),
      checked_at: timeOf(check?.checked_at.getTime()),
      problem: check?.problem ?? null,
    };
    return accept({ data: { type: 'ledger_chains', id: 'ledger', attributes } });
  }),
];
