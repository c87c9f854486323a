import type { Tx } from '#server/platform/db/db.ts';
import { findLivePayout } from './store.ts';

/** Whether the payout or refund of a locked order was begun and has not failed: what an attempt may carry cannot be held back. */
export const isOnItsWay = async (tx: Tx, orderId: string): Promise<boolean> => (await findLivePayout(tx, orderId)) !== undefined;
