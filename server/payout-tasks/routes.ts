import { getPayoutProof } from '#contract/orders.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { callerOf } from '#server/orders/caller-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readProof } from './proof.ts';
import { listShownProofs } from './store.ts';

/** What a customer may have of the payouts that people have made. */
export const payoutProofRoutes = (deps: Deps): Route[] => [
  route(getPayoutProof, async (call) => {
    const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
    const shown = order === undefined ? [] : await listShownProofs(deps.db, order.id);
    const task = shown.find(({ reference }) => reference === call.params.payout_id);
    const file = task && (await readProof(deps, task));
    return file ? accept(file) : refuse({ code: 'not_found' });
  }),
];
