import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import * as store from './store.ts';

/** More than anybody uses; beyond them the longest unused is forgotten. */
const MOST = 100;

/** What the keyed hash of kept requisites is made of. */
export const walletText = (code: string, side: string, values: string): string => `user wallet\0${code}\0${side}\0${values}`;

export interface WalletToKeep {
  readonly userId: string;
  readonly code: string;
  readonly side: 'income' | 'outcome';
  /** Checked and normalised, with its memo where it has one. */
  readonly values: RequisiteValues;
  readonly masked: RequisiteValues;
}

/** Keeps requisites of an order for the next one, because their owner has asked for it (domain 9). Nothing is kept of a side without any. */
export async function keepWallet(deps: Pick<Deps, 'random' | 'secrets' | 'clock'>, tx: Tx, wallet: WalletToKeep): Promise<void> {
  if (Object.keys(wallet.values).length === 0) return;
  const { values, ...kept } = wallet;
  const text = JSON.stringify(values);
  await store.insertWallet(tx, {
    ...kept,
    id: deps.random.uuid(),
    sealed: deps.secrets.seal(text),
    fingerprint: deps.secrets.fingerprint(walletText(wallet.code, wallet.side, text)),
    at: new Date(deps.clock.now()),
  });
  await store.forgetBeyond(tx, wallet.userId, MOST);
}

export interface OpenedWallet {
  readonly id: string;
  readonly code: string;
  readonly side: 'income' | 'outcome';
  readonly label: string | null;
  readonly values: RequisiteValues;
}

const opened = (deps: Pick<Deps, 'secrets'>, row: store.UserWalletRow): OpenedWallet => ({
  id: row.id,
  code: row.payment_system_code,
  side: row.side,
  label: row.label,
  values: JSON.parse(deps.secrets.unseal(row.values_sealed)) as RequisiteValues,
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One of a person's kept requisites, opened to be used: by reference alone, so that no page needs them whole. Undefined for another's and for none alike. */
export async function takeWallet(
  deps: Pick<Deps, 'secrets' | 'clock'>,
  tx: Tx,
  asked: { readonly userId: string; readonly id: string },
): Promise<OpenedWallet | undefined> {
  const row = UUID.test(asked.id) ? await store.findWallet(tx, asked.userId, asked.id) : undefined;
  if (row === undefined) return undefined;
  await store.touchWallet(tx, row.id, new Date(deps.clock.now()));
  return opened(deps, row);
}

/** Since when a person keeps exactly these requisites; undefined: he does not. */
export const walletKeptSince = async (
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  {
    userId,
    code,
    side,
    text,
  }: { readonly userId: string; readonly code: string; readonly side: 'income' | 'outcome'; readonly text: string },
): Promise<Instant | undefined> => await store.findKeptSince(db, userId, deps.secrets.fingerprint(walletText(code, side, text)));

export interface UsedRequisites {
  readonly code: string;
  readonly side: 'income' | 'outcome';
  /** The values as they were kept: JSON of what was checked. */
  readonly text: string;
}

/** Which of a person's kept requisites these are, one after another; undefined where he keeps no such. */
export async function findKept(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  { userId, used }: { readonly userId: string; readonly used: readonly UsedRequisites[] },
): Promise<(store.UserWalletRow | undefined)[]> {
  const prints = used.map(({ code, side, text }) => deps.secrets.fingerprint(walletText(code, side, text)).toString('hex'));
  const rows = prints.length === 0 ? [] : await store.findByPrints(db, userId, prints);
  const byPrint = new Map(rows.map((row) => [row.print, row]));
  return prints.map((print) => byPrint.get(print));
}

/** All of them, to be compared with what is typed. */
export const openWallets = async (deps: Pick<Deps, 'secrets'>, db: Queryable, userId: string): Promise<OpenedWallet[]> =>
  (await store.listWallets(db, userId)).map((row) => opened(deps, row));

/** Forgets the requisites that an account has kept since before a moment. */
export const forgetWalletsBefore = async (tx: Tx, userId: string, before: Instant): Promise<number> =>
  await store.deleteWalletsBefore(tx, userId, before);
