import * as z from 'zod';
import { accept } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { insertRelease, lockWallet } from './wallet-use.ts';

const Payload = z.object({ wallet: z.string() });

/** Two people approved: the wallet's caps count from now on. */
export const executeReleaseCap: Executor = async (deps, tx, { id, payload }) => {
  const { wallet } = Payload.parse(payload);
  await lockWallet(tx, wallet);
  await insertRelease(tx, { approvalId: id, wallet, at: new Date(deps.clock.now()) });
  return accept(null);
};
