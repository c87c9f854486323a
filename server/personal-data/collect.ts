import type { Locale } from '#core/locale.ts';
import { csvOf } from '#core/format/csv.ts';
import { LETTERS_KEPT_MS } from '#core/mail/allowance.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { readPicture } from '#server/card-verifications/pictures.ts';
import { readLettersTo } from '#server/mails/read-letters.ts';
import { readReviewsOf } from '#server/reviews/own-reviews.ts';
import { openWallets } from '#server/user-wallets/keep-wallet.ts';
import { findAccountTables, readAccountRows, readUserRow } from './account-tables.ts';
import { readChats } from './read-chats.ts';
import { readEarnings, readHowCame } from './read-earnings.ts';
import { readOrderPlaces } from './read-notices.ts';
import { findChequeFiles, readCards, readOrders, readWithdrawals, type ReadOrder } from './read-orders.ts';

export type CollectDeps = Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'files' | 't'>;

export interface Whose {
  readonly id: string;
  readonly email: string;
  /** Anybody may say that an address is his. */
  readonly hasVerifiedEmail: boolean;
  readonly locale: Locale;
}

/** Files of an archive by their names. */
export type Collected = Readonly<Record<string, Buffer>>;

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function account({ db }: CollectDeps, { id }: Whose): Promise<Collected> {
  const tables = await findAccountTables(db);
  const rows = await Promise.all(tables.map(async (one) => [one.table, await readAccountRows(db, one, id)] as const));
  return {
    'account.json': json({ account: await readUserRow(db, id), ...Object.fromEntries(rows.filter(([, found]) => found.length > 0)) }),
  };
}

const COLUMNS = [
  'id',
  'created_at',
  'status',
  'payment_system_from',
  'income_amount',
  'payment_system_to',
  'outcome_amount',
  'received_amount',
  'email',
  'ip',
] as const satisfies readonly (keyof ReadOrder)[];

const flat = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${value}`)
    .join('; ');

const line = (order: ReadOrder): string[] => [
  ...COLUMNS.map((name) => order[name] ?? ''),
  flat(order.income_requisites),
  flat(order.outcome_requisites),
];

async function orders(deps: CollectDeps, { id }: Whose): Promise<Collected> {
  const all = await readOrders(deps, deps.db, id);
  const table = csvOf([[...COLUMNS, 'income_requisites', 'outcome_requisites'], ...all.map(line)]);
  return { 'orders.json': json(all), 'orders.csv': Buffer.from(table), 'withdrawals.json': json(await readWithdrawals(deps, deps.db, id)) };
}

const earnings = async ({ db }: CollectDeps, { id }: Whose): Promise<Collected> => ({
  'earnings.json': json({ earnings: await readEarnings(db, id), came_by_link: await readHowCame(db, id) }),
});

async function wallets(deps: CollectDeps, { id }: Whose): Promise<Collected> {
  const kept = await openWallets(deps, deps.db, id);
  return { 'wallets.json': json(kept.map(({ code, side, label, values }) => ({ payment_system: code, side, label, requisites: values }))) };
}

const reviews = async ({ db }: CollectDeps, { id }: Whose): Promise<Collected> => ({
  'reviews.json': json(await readReviewsOf(db, id)),
});

/** Letters are the address's own: they carry links that open orders and accounts, and go to nobody who has not proven that it is his. */
const letters = async (deps: CollectDeps, { email, hasVerifiedEmail }: Whose): Promise<Collected> =>
  hasVerifiedEmail ? { 'letters.json': json(await readLettersTo(deps, deps.db, email)) } : {};

async function cheques(deps: CollectDeps, { id }: Whose): Promise<Collected> {
  const files: Record<string, Buffer> = {};
  for (const cheque of await findChequeFiles(deps.db, id)) {
    const bytes = await deps.files.get(cheque.file_key);
    if (bytes !== undefined) files[`payment-slips/${cheque.order_id}-${cheque.id}.pdf`] = bytes;
  }
  return files;
}

async function cards(deps: CollectDeps, { id }: Whose): Promise<Collected> {
  const all = await readCards(deps, deps.db, id);
  const files: Record<string, Buffer> = { 'cards.json': json(all) };
  for (const card of all) {
    const picture = await readPicture(deps, card.id);
    if (picture !== undefined) files[`cards/${card.id}.jpg`] = picture;
  }
  return files;
}

async function chats({ db, files }: CollectDeps, { id }: Whose): Promise<Collected> {
  const said = await readChats(db, id);
  const kept: Record<string, Buffer> = {};
  for (const { file_id: fileId, file_key: key } of said) {
    const bytes = key === null ? undefined : await files.get(key);
    if (key !== null && bytes !== undefined) kept[`chat/${fileId}.${key.endsWith('.pdf') ? 'pdf' : 'jpg'}`] = bytes;
  }
  return { 'chat.json': json(said.map(({ file_key: _, ...message }) => message)), ...kept };
}

const places = async ({ db }: CollectDeps, { id }: Whose): Promise<Collected> => ({ 'notices.json': json(await readOrderPlaces(db, id)) });

const guide = async ({ t }: CollectDeps, { locale }: Whose): Promise<Collected> => ({
  'README.txt': Buffer.from(`${t(locale, 'personal_data.guide', { days: LETTERS_KEPT_MS / DAY_MS })}\n`),
});

/** What is kept of somebody, part by part; whoever keeps more of people adds his part here, or a foreign key that goes with the account. */
export const PARTS: readonly ((deps: CollectDeps, whose: Whose) => Promise<Collected>)[] = [
  guide,
  account,
  orders,
  earnings,
  wallets,
  reviews,
  cards,
  letters,
  cheques,
  chats,
  places,
];
