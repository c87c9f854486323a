import { createHash } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder, type Caller } from '#server/orders/access.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteUnused, insertHandover, spendHandover, type Handover } from './store.ts';

/** Long enough to take a telephone out and scan, short enough that a photo of the screen is worth nothing. */
const LIFE_MS = 2 * MINUTE_MS;
const TOKEN_BYTES = 24;
const ID_CHARS = 16;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface MadeHandover extends Handover {
  readonly token: string;
}

/** A code for an order that the caller has open; those made before it end (decision 0059). */
export async function makeHandover(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  { orderId, caller }: { readonly orderId: string; readonly caller: Caller },
): Promise<Result<MadeHandover, 'not_found'>> {
  const order = await findOwnOrder(deps, tx, orderId, caller);
  if (order === undefined) return refuse({ code: 'not_found' });
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const createdAt = deps.clock.now();
  const handover = { id: deps.random.publicId(ID_CHARS), orderId: order.id, expiresAt: createdAt + LIFE_MS, openedAt: null };
  await deleteUnused(tx, order.id);
  await insertHandover(tx, { ...handover, hash: hashOf(token), createdAt });
  return accept({ ...handover, token });
}

/** Uses a code, once. A wrong one, a used one and an old one are the same refusal. */
export async function openByHandover(deps: Pick<Deps, 'clock'>, tx: Tx, token: string): Promise<Result<Handover, 'invalid_token'>> {
  const opened = await spendHandover(tx, hashOf(token), deps.clock.now());
  return opened === undefined ? refuse({ code: 'invalid_token', field: 'token' }) : accept(opened);
}
