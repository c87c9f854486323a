import { createHash } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder, type Caller } from '#server/orders/access.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteUnused, insertHandover, markOpened, type Handover } from './store.ts';

/** Long enough to scan with a phone, short enough that a photo of the screen is worthless. */
const TOKEN_TTL_MS = 2 * MINUTE_MS;
const TOKEN_BYTES = 24;
const ID_CHARS = 16;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface HandoverWithToken extends Handover {
  readonly token: string;
}

/** Creates a code for an order that the caller may open; unused earlier codes are deleted (decision 0059). */
export async function makeHandover(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  { orderId, caller }: { readonly orderId: string; readonly caller: Caller },
): Promise<Result<HandoverWithToken, 'not_found'>> {
  const order = await findOwnOrder(deps, tx, orderId, caller);
  if (order === undefined) return refuse({ code: 'not_found' });
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const createdAt = deps.clock.now();
  const handover = { id: deps.random.publicId(ID_CHARS), orderId: order.id, expiresAt: createdAt + TOKEN_TTL_MS, openedAt: null };
  await deleteUnused(tx, order.id);
  await insertHandover(tx, { ...handover, hash: hashOf(token), createdAt });
  return accept({ ...handover, token });
}

/** Redeems a code, once. Wrong, used and expired codes get the same refusal. */
export async function redeemHandover(deps: Pick<Deps, 'clock'>, tx: Tx, token: string): Promise<Result<Handover, 'invalid_token'>> {
  const handover = await markOpened(tx, hashOf(token), deps.clock.now());
  return handover === undefined ? refuse({ code: 'invalid_token', field: 'token' }) : accept(handover);
}
