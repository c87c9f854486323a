import { getPayoutProof } from '#contract/public/orders.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf, findOwnOrder } from '#server/orders/access.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readProof } from './proof.ts';
import { listShownProofs } from './store.ts';

/** Customer route: proofs of manual payouts. */
export const payoutProofRoutes = (deps: Deps): Route[] => [
  route(getPayoutProof, async (call) => {
    const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
    const visible = order === undefined ? [] : await listShownProofs(deps.db, order.id);
    const task = visible.find(({ reference }) => reference === call.params.payout_id);
    const file = task && (await readProof(deps, task));
    return file ? accept(file) : refuse({ code: 'not_found' });
  }),
];
