import type { KeyMode, PartnerScope } from '#core/partner/partner.ts';
import { MAX_KEYS, PARTNER_SCOPES } from '#core/partner/partner.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { readNetwork } from './authenticate-signed.ts';
import * as store from './store.ts';

type KeyDeps = Pick<Deps, 'random' | 'clock' | 'secrets' | 'sandbox'>;

const SECRET_BYTES = 32;
const ID_CHARS = 20;
const PREFIX: Readonly<Record<KeyMode, string>> = { live: 'pk_live_', sandbox: 'pk_test_' };

const newSecret = ({ random }: KeyDeps): string => `sk_${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')}`;

interface KeyInput {
  readonly name: string;
  readonly scopes: readonly PartnerScope[];
  readonly networks: readonly string[];
}

/** Validates and normalises the input of a key. */
function readKey({ name: nameInput, scopes, networks: networkInputs }: KeyInput): Result<KeyInput, 'required' | 'invalid_format'> {
  const name = nameInput.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (name === '') return refuse({ code: 'required', field: 'name' });
  if (scopes.length === 0) return refuse({ code: 'required', field: 'scopes', message: 'select_at_least_one' });
  const networks: string[] = [];
  for (const networkInput of networkInputs.filter((text) => text.trim() !== '')) {
    const network = readNetwork(networkInput);
    if (!network.ok) return network;
    networks.push(network.value);
  }
  return accept({ name, scopes: PARTNER_SCOPES.filter((scope) => scopes.includes(scope)), networks: [...new Set(networks)] });
}

/** A key for its owner; the secret is present only right after it was created. */
export interface KeyView {
  readonly row: store.PartnerKeyRow;
  readonly secret?: string;
}

async function loadKeyView(tx: Tx, userId: string, id: string, secret?: string): Promise<Result<KeyView, 'not_found'>> {
  const row = await store.findKey(tx, userId, id);
  return row === undefined ? refuse({ code: 'not_found' }) : accept({ row, ...(secret === undefined ? {} : { secret }) });
}

/** Creates a key of an account; the first one makes the account a partner. */
export async function createKey(
  deps: KeyDeps,
  tx: Tx,
  { userId, mode, ...input }: KeyInput & { readonly userId: string; readonly mode: KeyMode },
): Promise<Result<KeyView, 'required' | 'invalid_format' | 'access_denied'>> {
  const parsed = readKey(input);
  if (!parsed.ok) return parsed;
  if (mode === 'sandbox' && deps.sandbox.place === 'none') return refuse({ code: 'access_denied', message: 'sandbox_unavailable' });
  const at = new Date(deps.clock.now());
  await store.lockPartner(tx, userId, at);
  if ((await store.countLiveKeys(tx, userId)) >= MAX_KEYS)
    return refuse({ code: 'access_denied', message: 'too_many_keys', params: { max: MAX_KEYS } });
  const id = PREFIX[mode] + deps.random.publicId(ID_CHARS);
  const secret = newSecret(deps);
  // Starts the sandbox before the first call
  if (mode === 'sandbox') tx.onCommit(() => deps.sandbox.wake());
  const row = await store.insertKey(tx, { id, userId, mode, ...parsed.value, sealed: deps.secrets.seal(secret), at });
  return accept({ row, secret });
}

/** An updated key; `isAccessChanged`: its scopes or networks differ now. */
export interface UpdatedKey extends KeyView {
  readonly isAccessChanged: boolean;
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

/** Changes a key's name, scopes and networks; the secret stays. */
export async function updateKey(
  tx: Tx,
  { userId, id, ...input }: KeyInput & { readonly userId: string; readonly id: string },
): Promise<Result<UpdatedKey, 'required' | 'invalid_format' | 'not_found'>> {
  const parsed = readKey(input);
  if (!parsed.ok) return parsed;
  const before = await store.findKey(tx, userId, id);
  if (before === undefined || (await store.changeKey(tx, { userId, id, ...parsed.value })) === 0) return refuse({ code: 'not_found' });
  const after = await loadKeyView(tx, userId, id);
  const isAccessChanged = !isSameSet(before.scopes, parsed.value.scopes) || !isSameSet(before.networks, parsed.value.networks);
  return after.ok ? accept({ ...after.value, isAccessChanged }) : after;
}

/** Replaces a key's secret; the old one remains valid for `oldSecretHours`. */
export async function rotateKey(
  deps: KeyDeps,
  tx: Tx,
  { userId, id, oldSecretHours }: { readonly userId: string; readonly id: string; readonly oldSecretHours: number },
): Promise<Result<KeyView, 'not_found'>> {
  const secret = newSecret(deps);
  const now = deps.clock.now();
  const oldUntil = oldSecretHours === 0 ? null : new Date(now + oldSecretHours * HOUR_MS);
  const rotated = await store.rotateSecret(tx, { userId, id, sealed: deps.secrets.seal(secret), at: new Date(now), oldUntil });
  return rotated === 0 ? refuse({ code: 'not_found' }) : await loadKeyView(tx, userId, id, secret);
}
