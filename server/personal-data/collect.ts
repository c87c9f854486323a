import type { Locale } from '#core/locale.ts';
import { toCsv } from '#core/format/csv.ts';
import { MAIL_RETENTION_MS } from '#core/mail/allowance.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { readPicture } from '#server/card-verifications/pictures.ts';
import { readEmailsTo } from '#server/mails/read-emails.ts';
import { readUserReviews } from '#server/reviews/queries.ts';
import { listUnsealedWallets } from '#server/user-wallets/saved-wallets.ts';
import { findAccountTables, readAccountRows, readUserRow } from './account-tables.ts';
import { type ExportedOrder, findChequeFiles, readCards, readChats, readOrders, readWithdrawals } from './user-data-store.ts';
import { formatAmount } from '#core/money/amount.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const SubscriptionRow = rowType({
  order_id: col.text,
  channel: col.oneOf(['telegram', 'push']),
  name: col.nullable(col.text),
  since: col.timestamp,
  until: col.nullable(col.timestamp),
});

/** Chats and browsers that follow single orders of the user. The chat's id and the endpoint are not exported. */
const readOrderSubscriptions = async (db: Queryable, userId: string): Promise<RowOf<typeof SubscriptionRow>[]> =>
  await db.many(
    SubscriptionRow,
    sql`
    select l.order_id, 'telegram' as channel, null as name, l.linked_at as since, l.ended_at as until
    from telegram_links l join orders o on o.id = l.order_id where o.user_id = ${userId}::uuid
    union all
    select s.order_id, 'push', s.name, s.added_at, null from push_subscriptions s join orders o on o.id = s.order_id
      where o.user_id = ${userId}::uuid
    order by since limit 10000`,
  );

const EarningRow = rowType({
  id: col.text,
  purse: col.text,
  kind: col.text,
  order_id: col.nullable(col.text),
  amount: col.text,
  note: col.nullable(col.text),
  created_at: col.timestamp,
  available_at: col.timestamp,
  reversed_at: col.nullable(col.timestamp),
});

/** A user's earnings. */
async function readEarnings(db: Queryable, userId: string) {
  const rows = await db.many(
    EarningRow,
    sql`
    select id::text, purse, kind, order_id, amount::text, note, created_at, available_at, reversed_at from earnings
    where user_id = ${userId} order by created_at, id`,
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount: formatAmount(BigInt(amount), PURSE_SCALE), currency: PURSE_ASSET }));
}

const ReferralRow = rowType({ at: col.timestamp, bound_by: col.text, source: col.textRecord });

/** The referral links the user came by, without their owners. */
const readReferralSources = async (db: Queryable, userId: string): Promise<RowOf<typeof ReferralRow>[]> =>
  await db.many(ReferralRow, sql`select clicked_at as at, bound_by, source from referrals where user_id = ${userId} order by clicked_at`);

export type CollectDeps = Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'files' | 't'>;

export interface DataSubject {
  readonly id: string;
  readonly email: string;
  /** An unverified address may belong to someone else. */
  readonly hasVerifiedEmail: boolean;
  readonly locale: Locale;
}

/** Files of an archive by name. */
export type ArchiveFiles = Readonly<Record<string, Buffer>>;

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function account({ db }: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> {
  const tables = await findAccountTables(db);
  const rows = await Promise.all(
    tables.map(async (accountTable) => [accountTable.table, await readAccountRows(db, accountTable, id)] as const),
  );
  return {
    'account.json': json({
      account: await readUserRow(db, id),
      ...Object.fromEntries(rows.filter(([, tableRows]) => tableRows.length > 0)),
    }),
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
] as const satisfies readonly (keyof ExportedOrder)[];

const flatten = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${value}`)
    .join('; ');

const csvRow = (order: ExportedOrder): string[] => [
  ...COLUMNS.map((name) => order[name] ?? ''),
  flatten(order.income_requisites),
  flatten(order.outcome_requisites),
];

async function orders(deps: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> {
  const orderList = await readOrders(deps, deps.db, id);
  const table = toCsv([[...COLUMNS, 'income_requisites', 'outcome_requisites'], ...orderList.map(csvRow)]);
  return {
    'orders.json': json(orderList),
    'orders.csv': Buffer.from(table),
    'withdrawals.json': json(await readWithdrawals(deps, deps.db, id)),
  };
}

const earnings = async ({ db }: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> => ({
  'earnings.json': json({ earnings: await readEarnings(db, id), came_by_link: await readReferralSources(db, id) }),
});

async function wallets(deps: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> {
  const openedWallets = await listUnsealedWallets(deps, deps.db, id);
  return {
    'wallets.json': json(openedWallets.map(({ code, side, label, values }) => ({ payment_system: code, side, label, requisites: values }))),
  };
}

const reviews = async ({ db }: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> => ({
  'reviews.json': json(await readUserReviews(db, id)),
});

/** Mails contain links that open orders and accounts, so they are exported only for a verified address. */
const emails = async (deps: CollectDeps, { email, hasVerifiedEmail }: DataSubject): Promise<ArchiveFiles> =>
  hasVerifiedEmail ? { 'letters.json': json(await readEmailsTo(deps, deps.db, email)) } : {};

async function cheques(deps: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> {
  const files: Record<string, Buffer> = {};
  for (const cheque of await findChequeFiles(deps.db, id)) {
    const bytes = await deps.files.get(cheque.file_key);
    if (bytes !== undefined) files[`payment-slips/${cheque.order_id}-${cheque.id}.pdf`] = bytes;
  }
  return files;
}

async function cards(deps: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> {
  const cardList = await readCards(deps, deps.db, id);
  const files: Record<string, Buffer> = { 'cards.json': json(cardList) };
  for (const card of cardList) {
    const picture = await readPicture(deps, card.id);
    if (picture !== undefined) files[`cards/${card.id}.jpg`] = picture;
  }
  return files;
}

async function chats({ db, files }: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> {
  const messages = await readChats(db, id);
  const attachments: Record<string, Buffer> = {};
  for (const { file_id: fileId, file_key: key } of messages) {
    const bytes = key === null ? undefined : await files.get(key);
    if (key !== null && bytes !== undefined) attachments[`chat/${fileId}.${key.endsWith('.pdf') ? 'pdf' : 'jpg'}`] = bytes;
  }
  return { 'chat.json': json(messages.map(({ file_key: _, ...message }) => message)), ...attachments };
}

const noticeChannels = async ({ db }: CollectDeps, { id }: DataSubject): Promise<ArchiveFiles> => ({
  'notices.json': json(await readOrderSubscriptions(db, id)),
});

const guide = async ({ t }: CollectDeps, { locale }: DataSubject): Promise<ArchiveFiles> => ({
  'README.txt': Buffer.from(`${t(locale, 'personal_data.guide', { days: MAIL_RETENTION_MS / DAY_MS })}\n`),
});

/** Parts of an archive. A module that stores personal data adds its part here, or a cascading foreign key to `users`. */
export const PARTS: readonly ((deps: CollectDeps, subject: DataSubject) => Promise<ArchiveFiles>)[] = [
  guide,
  account,
  orders,
  earnings,
  wallets,
  reviews,
  cards,
  emails,
  cheques,
  chats,
  noticeChannels,
];
