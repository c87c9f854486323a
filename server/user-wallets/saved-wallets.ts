import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { isUuid } from '#core/text/uuid.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import * as store from './store.ts';

/** Saved wallets per customer. The least recently used ones beyond that are deleted. */
const MAX_WALLETS = 100;

/** Input of the keyed hash that identifies saved requisites. */
export const walletFingerprintText = (code: string, side: string, values: string): string => `user wallet\0${code}\0${side}\0${values}`;

export interface WalletInput {
  readonly userId: string;
  readonly code: string;
  readonly side: 'income' | 'outcome';
  /** Checked and normalised, with memo if any. */
  readonly values: RequisiteValues;
  readonly masked: RequisiteValues;
}

/** Saves requisites of an order at the customer's request (domain 9). A side without requisites is not saved. */
export async function saveWallet(deps: Pick<Deps, 'random' | 'secrets' | 'clock'>, tx: Tx, wallet: WalletInput): Promise<void> {
  if (Object.keys(wallet.values).length === 0) return;
  const { values, ...attributes } = wallet;
  const text = JSON.stringify(values);
  await store.insertWallet(tx, {
    ...attributes,
    id: deps.random.uuid(),
    sealed: deps.secrets.seal(text),
    fingerprint: deps.secrets.fingerprint(walletFingerprintText(wallet.code, wallet.side, text)),
    at: new Date(deps.clock.now()),
  });
  await store.deleteLeastUsed(tx, wallet.userId, MAX_WALLETS);
}

export interface UnsealedWallet {
  readonly id: string;
  readonly code: string;
  readonly side: 'income' | 'outcome';
  readonly label: string | null;
  readonly values: RequisiteValues;
}

const unsealWallet = (deps: Pick<Deps, 'secrets'>, row: store.UserWalletRow): UnsealedWallet => ({
  id: row.id,
  code: row.payment_system_code,
  side: row.side,
  label: row.label,
  values: JSON.parse(deps.secrets.unseal(row.values_sealed)) as RequisiteValues,
});

/** A saved wallet by its id, unsealed for use. Undefined if it does not exist or is not the customer's. */
export async function openSavedWallet(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  tx: Tx,
  input: { readonly userId: string; readonly id: string },
): Promise<UnsealedWallet | undefined> {
  const row = isUuid(input.id.toLowerCase()) ? await store.findWallet(tx, input.userId, input.id) : undefined;
  if (row === undefined) return undefined;
  await store.touchWallet(tx, row.id, new Date(deps.clock.now()));
  return unsealWallet(deps, row);
}

/** When the customer saved exactly these requisites. Undefined if never. */
export const findSavedSince = async (
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  {
    userId,
    code,
    side,
    text,
  }: { readonly userId: string; readonly code: string; readonly side: 'income' | 'outcome'; readonly text: string },
): Promise<Instant | undefined> => await store.findCreatedAt(db, userId, deps.secrets.fingerprint(walletFingerprintText(code, side, text)));

export interface UsedRequisites {
  readonly code: string;
  readonly side: 'income' | 'outcome';
  /** JSON of the checked values, as it is sealed. */
  readonly text: string;
}

/** The saved wallets that match these requisites, in the same order. Undefined where there is none. */
export async function findSavedWallets(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  { userId, requisites }: { readonly userId: string; readonly requisites: readonly UsedRequisites[] },
): Promise<(store.UserWalletRow | undefined)[]> {
  const fingerprints = requisites.map(({ code, side, text }) =>
    deps.secrets.fingerprint(walletFingerprintText(code, side, text)).toString('hex'),
  );
  const rows = fingerprints.length === 0 ? [] : await store.findByFingerprints(db, userId, fingerprints);
  const rowByFingerprint = new Map(rows.map((row) => [row.print, row]));
  return fingerprints.map((fingerprint) => rowByFingerprint.get(fingerprint));
}

/** All saved wallets of a customer, unsealed. */
export const listUnsealedWallets = async (deps: Pick<Deps, 'secrets'>, db: Queryable, userId: string): Promise<UnsealedWallet[]> =>
  (await store.listWallets(db, userId)).map((row) => unsealWallet(deps, row));

/** Deletes a customer's wallets saved before a time. */
export const forgetWalletsBefore = async (tx: Tx, userId: string, before: Instant): Promise<number> =>
  await store.deleteWalletsBefore(tx, userId, before);

/** A customer's saved wallets, masked, for operators. */
export const maskedWallets = async (db: Queryable, userId: string) =>
  (await store.listWallets(db, userId)).map((row) => ({
    code: row.payment_system_code,
    masked: Object.values(row.values_masked),
    label: row.label,
    lastUsedAt: row.last_used_at.getTime(),
  }));
