import type { KeyMode, PartnerScope } from '#core/partner.ts';
import { MAX_KEYS, PARTNER_SCOPES } from '#core/partner.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { readNetwork } from './networks.ts';
import * as store from './store.ts';

type KeyDeps = Pick<Deps, 'random' | 'clock' | 'secrets' | 'sandbox'>;

const SECRET_BYTES = 32;
const ID_CHARS = 20;
const PREFIX: Readonly<Record<KeyMode, string>> = { live: 'pk_live_', sandbox: 'pk_test_' };

const newSecret = ({ random }: KeyDeps): string => `sk_${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')}`;

interface Typed {
  readonly name: string;
  readonly scopes: readonly PartnerScope[];
  readonly networks: readonly string[];
}

/** What was typed of a key, as it is kept. */
function readKey({ name: typedName, scopes, networks: typed }: Typed): Result<Typed, 'required' | 'invalid_format'> {
  const name = typedName.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (name === '') return refuse({ code: 'required', field: 'name' });
  if (scopes.length === 0) return refuse({ code: 'required', field: 'scopes', message: 'select_at_least_one' });
  const networks: string[] = [];
  for (const one of typed.filter((text) => text.trim() !== '')) {
    const network = readNetwork(one);
    if (!network.ok) return network;
    networks.push(network.value);
  }
  return accept({ name, scopes: PARTNER_SCOPES.filter((scope) => scopes.includes(scope)), networks: [...new Set(networks)] });
}

/** A key as its owner sees it; its secret only where it was just made. */
export interface ShownKey {
  readonly row: store.PartnerKeyRow;
  readonly secret?: string;
}

async function shown(tx: Tx, userId: string, id: string, secret?: string): Promise<Result<ShownKey, 'not_found'>> {
  const row = await store.findKey(tx, userId, id);
  return row === undefined ? refuse({ code: 'not_found' }) : accept({ row, ...(secret === undefined ? {} : { secret }) });
}

/** Makes a key of an account; with the first one the account is a partner. */
export async function makeKey(
  deps: KeyDeps,
  tx: Tx,
  { userId, mode, ...typed }: Typed & { readonly userId: string; readonly mode: KeyMode },
): Promise<Result<ShownKey, 'required' | 'invalid_format' | 'access_denied'>> {
  const read = readKey(typed);
  if (!read.ok) return read;
  if (mode === 'sandbox' && deps.sandbox.place === 'none') return refuse({ code: 'access_denied', message: 'sandbox_unavailable' });
  const at = new Date(deps.clock.now());
  await store.lockPartner(tx, userId, at);
  if ((await store.countLiveKeys(tx, userId)) >= MAX_KEYS)
    return refuse({ code: 'access_denied', message: 'too_many_keys', params: { max: MAX_KEYS } });
  const id = PREFIX[mode] + deps.random.publicId(ID_CHARS);
  const secret = newSecret(deps);
  // Its world begins before the first call comes
  if (mode === 'sandbox') tx.onCommit(() => deps.sandbox.wake());
  const row = await store.insertKey(tx, { id, userId, mode, ...read.value, sealed: deps.secrets.seal(secret), at });
  return accept({ row, secret });
}

/** A key that was changed, and whether it is good for something else or from elsewhere now. */
export interface ChangedKey extends ShownKey {
  readonly isOther: boolean;
}

const same = (one: readonly string[], other: readonly string[]): boolean => one.toSorted().join() === other.toSorted().join();

/** Changes what a key may; its secret stays. */
export async function changeKey(
  tx: Tx,
  { userId, id, ...typed }: Typed & { readonly userId: string; readonly id: string },
): Promise<Result<ChangedKey, 'required' | 'invalid_format' | 'not_found'>> {
  const read = readKey(typed);
  if (!read.ok) return read;
  const before = await store.findKey(tx, userId, id);
  if (before === undefined || (await store.changeKey(tx, { userId, id, ...read.value })) === 0) return refuse({ code: 'not_found' });
  const after = await shown(tx, userId, id);
  const isOther = !same(before.scopes, read.value.scopes) || !same(before.networks, read.value.networks);
  return after.ok ? accept({ ...after.value, isOther }) : after;
}

/** A new secret of a key; the one before works for so many hours beside it. */
export async function rotateKey(
  deps: KeyDeps,
  tx: Tx,
  { userId, id, oldSecretHours }: { readonly userId: string; readonly id: string; readonly oldSecretHours: number },
): Promise<Result<ShownKey, 'not_found'>> {
  const secret = newSecret(deps);
  const now = deps.clock.now();
  const oldUntil = oldSecretHours === 0 ? null : new Date(now + oldSecretHours * HOUR_MS);
  const rotated = await store.rotateSecret(tx, { userId, id, sealed: deps.secrets.seal(secret), at: new Date(now), oldUntil });
  return rotated === 0 ? refuse({ code: 'not_found' }) : await shown(tx, userId, id, secret);
}
