import type { Tx } from '#server/platform/db/db.ts';
import { findLivePayout } from './store.ts';

/** Whether a payout or refund of a locked order was started and has not failed: its money may already have left. */
export const hasLivePayout = async (tx: Tx, orderId: string): Promise<boolean> => (await findLivePayout(tx, orderId)) !== undefined;
