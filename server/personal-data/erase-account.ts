import { isOperatorRole } from '#core/access/access.ts';
import { ERASE_DELAY_MS, MAX_ERASE_MAIL_WAIT_MS } from '#core/customer/personal-data.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { eraseAddress, isNewsPending } from '#server/mails/read-emails.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { endAllSessions } from '#server/sessions/end-sessions.ts';
import { findPerson } from '#server/users/queries.ts';
import { deleteAccountRows, eraseUserRow, findAccountTables } from './account-tables.ts';
import { eraseOrderData, eraseAccountData, eraseAccountAuditTexts, findOrderIds } from './erase-orders-store.ts';
import * as store from './erase-store.ts';
import { findErasure } from './erase-store.ts';
import { findFiles } from './exports-store.ts';
import { findChatFiles, findChequeFiles, findOrderChatFiles } from './user-data-store.ts';

type ErasureRefusal = Extract<RefusalCode, 'access_denied' | 'order_state_conflict' | 'required' | 'invalid_format'>;

/**
 * Closes an account for good: ends its sessions, mails a confirmation, then destroys the data. Refused while orders or withdrawals are
 * open, or the customer has money with us.
 */
export async function requestErasure(
  deps: Pick<Deps, 'random' | 'clock' | 'live' | 'shop'>,
  tx: Tx,
  request: { readonly userId: string; readonly email: string },
): Promise<Result<store.ErasureRow, ErasureRefusal>> {
  await store.lockUser(tx, request.userId);
  const person = await findPerson(tx, request.userId);
  if (person === undefined || isOperatorRole(person.role) || person.isDisabled) return refuse({ code: 'access_denied' });
  const confirmedEmail = request.email.trim().toLowerCase();
  if (confirmedEmail === '') return refuse({ code: 'required', field: 'email', message: 'erasure_email' });
  if (confirmedEmail !== person.email.toLowerCase())
    return refuse({ code: 'invalid_format', field: 'email', message: 'field_differs', params: { field: 'E-mail' } });
  const { orders, withdrawals, waits, has_money: hasMoney } = await store.findObstacles(tx, person.id);
  if (orders + withdrawals > 0) return refuse({ code: 'order_state_conflict', message: 'erasure_open', meta: { orders, withdrawals } });
  if (waits || hasMoney) return refuse({ code: 'order_state_conflict', message: 'erasure_money' });
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const ordersDueAt = now + deps.shop.of('privacy').orders_kept_days * DAY_MS;
  await store.closeAccount(tx, person.id, new Date(now));
  await endAllSessions(deps, tx, person.id);
  const news = { kind: ERASURE_EMAIL, subject: id, recipient: person.email, version: 1, topic: 'asked', isPaid: true };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now });
  const { email, locale } = person;
  return accept(
    await store.insertErasure(tx, {
      id,
      userId: person.id,
      emailTo: email,
      locale,
      at: new Date(now),
      ordersDueAt: new Date(ordersDueAt),
    }),
  );
}

type EraseDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'files' | 'log'>;

/** Removes files, before their rows: a row without its file can be retried, but a file without its row cannot be found. */
async function removeAll({ files }: Pick<Deps, 'files'>, keys: readonly string[]): Promise<number> {
  for (const key of keys) await files.remove(key);
  return keys.length;
}

/** Erases the account: rows that refer to it, mails, and the columns of its own row. */
async function eraseAccountOf(deps: EraseDeps, { id, user_id: userId }: store.ErasureRow): Promise<void> {
  const files = await removeAll(deps, [...(await findFiles(deps.db, userId)), ...(await findChatFiles(deps.db, userId))]);
  await deps.db.tx(async (tx) => {
    const person = await findPerson(tx, userId);
    if (person === undefined) return;
    const report: store.DestroyedCount[] = [{ what: 'export_files', count: files }];
    // An unverified address may be someone else's, so its data stays
    const address = person.hasVerifiedEmail ? person.email : null;
    const mailbox = address && foldEmail(address);
    report.push({ what: 'audit_words', count: await eraseAccountAuditTexts(tx, { userId, mailbox }) });
    for (const accountTable of await findAccountTables(tx))
      report.push({ what: accountTable.table, count: await deleteAccountRows(tx, accountTable, userId) });
    if (address !== null) report.push({ what: 'letters', count: await eraseAddress(tx, address) });
    const now = new Date(deps.clock.now());
    report.push(...(await eraseAccountData(tx, { userId, mailbox, now })));
    await eraseUserRow(tx, userId, now);
    await store.saveDone(tx, { id, part: 'account', now, report: report.filter(({ count }) => count > 0) });
  });
}

/** Erases the personal data in the user's orders. */
async function eraseOrdersOf(deps: EraseDeps, { id, user_id: userId }: store.ErasureRow): Promise<void> {
  const cheques = (await findChequeFiles(deps.db, userId)).map(({ file_key: key }) => key);
  const files = await removeAll(deps, [...cheques, ...(await findOrderChatFiles(deps.db, userId))]);
  await deps.db.tx(async (tx) => {
    const placeholder = { sealed: deps.secrets.seal('{}'), fingerprint: Buffer.from(deps.random.bytes(32)) };
    const now = new Date(deps.clock.now());
    // The key of a card's photo is destroyed here; its file is removed by `erasePictures`
    const report = await eraseOrderData(tx, { ids: await findOrderIds(tx, userId), userId, placeholder, now });
    const nonZero = [...report, { what: 'cheque_files', count: files }].filter(({ count }) => count > 0);
    await store.saveDone(tx, { id, part: 'orders', now, report: nonZero });
  });
}

/** Whether the confirmation was sent, or enough time has passed. A minimum delay lets it be read in the demo mode, which only stores mails. */
async function isNotified(deps: EraseDeps, { id, requested_at: at }: store.ErasureRow): Promise<boolean> {
  const elapsedMs = deps.clock.now() - at.getTime();
  return elapsedMs >= ERASE_DELAY_MS && (elapsedMs >= MAX_ERASE_MAIL_WAIT_MS || !(await isNewsPending(deps.db, ERASURE_EMAIL, id)));
}

/** Destroys what is due. The account is erased before its orders. An interrupted erasure is resumed. */
export async function eraseDue(deps: EraseDeps): Promise<void> {
  const now = new Date(deps.clock.now());
  await forEachIsolated(deps.log, await store.findDue(deps.db, now), async (erasure) => {
    if (erasure.account_done_at === null) {
      if (!(await isNotified(deps, erasure)) || (await store.hasOpenProposals(deps.db, erasure.user_id, now))) return;
      await eraseAccountOf(deps, erasure);
    }
    if (erasure.orders_done_at !== null || erasure.orders_due_at.getTime() > deps.clock.now()) return;
    // If a late payment has reopened an order, its data is still needed
    const { orders, waits } = await store.findObstacles(deps.db, erasure.user_id);
    if (orders === 0 && !waits && !(await store.hasOpenProposals(deps.db, erasure.user_id, now))) await eraseOrdersOf(deps, erasure);
  });
}

/** Kind of mail news. */
export const ERASURE_EMAIL = 'erasure';

/** The mail that confirms that an account is closed and says what happens to its data. */
export const erasureEmails = (deps: Pick<Deps, 'db' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'personal_data.letter.heading'),
    heading: deps.t(locale, 'personal_data.letter.heading', { count }),
    lead: deps.t(locale, 'personal_data.letter.lead'),
  }),
  async compose({ subject }) {
    const erasure = await findErasure(deps.db, subject);
    if (erasure === undefined || erasure.letter_to === null) return undefined;
    const { locale, id } = erasure;
    const t = (key: string, params?: Record<string, string>) => deps.t(locale, `personal_data.letter.${key}`, params);
    const moment = (at: Date) => t('moscow', { at: formatDateTime(toRfc3339(at.getTime()), locale) });
    const keepsOrders = erasure.orders_due_at > erasure.requested_at;
    return {
      to: erasure.letter_to,
      locale,
      email: {
        subject: t('heading'),
        heading: t('heading'),
        lead: `${t('lead')} ${t(keepsOrders ? 'orders_later' : 'orders_now', { at: moment(erasure.orders_due_at) })}`,
        lines: [
          { label: t('line.report'), value: id },
          { label: t('line.at'), value: moment(erasure.requested_at) },
        ],
        button: null,
      },
      line: { label: t('line.report'), value: t('heading'), url: deps.settings.publicUrl },
      footer: t('footer'),
    };
  },
});
