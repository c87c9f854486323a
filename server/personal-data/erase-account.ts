import { isOperatorRole } from '#core/access.ts';
import { ERASE_LETTER_MS, ERASE_PAUSE_MS } from '#core/personal-data.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { forgetAddress, isWaiting } from '#server/mails/read-letters.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { findPerson } from '#server/users/find-person.ts';
import { deleteAccountRows, emptyUserRow, findAccountTables } from './account-tables.ts';
import { emptyAround, emptyOrders, findOrderIds } from './erase-orders-store.ts';
import * as store from './erase-store.ts';
import { forgetWordsOfAccount } from './erase-words.ts';
import { ERASURE_LETTER } from './erasure-letter.ts';
import { findChatFiles, findOrderChatFiles } from './read-chats.ts';
import { findFiles } from './exports-store.ts';
import { findChequeFiles } from './read-orders.ts';

type Refused = Extract<RefusalCode, 'access_denied' | 'order_state_conflict' | 'required' | 'invalid_format'>;

/**
 * Closes an account for good, at its owner's word: he is signed out everywhere and told by a letter; what is kept of him is destroyed
 * once the letter has gone. Not while anything of his is open or any of his money is here: nobody could be asked where it goes.
 */
export async function requestErasure(
  deps: Pick<Deps, 'random' | 'clock' | 'live' | 'shop'>,
  tx: Tx,
  asked: { readonly userId: string; readonly email: string },
): Promise<Result<store.ErasureRow, Refused>> {
  await store.lockUser(tx, asked.userId);
  const person = await findPerson(tx, asked.userId);
  if (person === undefined || isOperatorRole(person.role) || person.isDisabled) return refuse({ code: 'access_denied' });
  const typed = asked.email.trim().toLowerCase();
  if (typed === '') return refuse({ code: 'required', field: 'email', message: 'erasure_email' });
  if (typed !== person.email.toLowerCase())
    return refuse({ code: 'invalid_format', field: 'email', message: 'field_differs', params: { field: 'E-mail' } });
  const { orders, withdrawals, waits, has_money: hasMoney } = await store.findObstacles(tx, person.id);
  if (orders + withdrawals > 0) return refuse({ code: 'order_state_conflict', message: 'erasure_open', meta: { orders, withdrawals } });
  if (waits || hasMoney) return refuse({ code: 'order_state_conflict', message: 'erasure_money' });
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const ordersDueAt = now + deps.shop.of('privacy').orders_kept_days * DAY_MS;
  await store.closeAccount(tx, person.id, new Date(now));
  await endSessionsOf(deps, tx, person.id);
  const news = { kind: ERASURE_LETTER, subject: id, recipient: person.email, version: 1, topic: 'asked', isPaid: true };
  await noteNews(tx, { ...news, changedAt: now, dueAt: now });
  const { email, locale } = person;
  return accept(
    await store.insertErasure(tx, {
      id,
      userId: person.id,
      letterTo: email,
      locale,
      at: new Date(now),
      ordersDueAt: new Date(ordersDueAt),
    }),
  );
}

type EraseDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'files' | 'log'>;

/** Files first: a row without its file is found again, a file without its row is anybody's. */
async function removeAll({ files }: Pick<Deps, 'files'>, keys: readonly string[]): Promise<number> {
  for (const key of keys) await files.remove(key);
  return keys.length;
}

/** His account: everything that hangs on his row, his letters, and what his row says. */
async function eraseAccountOf(deps: EraseDeps, { id, user_id: userId }: store.ErasureRow): Promise<void> {
  const files = await removeAll(deps, [...(await findFiles(deps.db, userId)), ...(await findChatFiles(deps.db, userId))]);
  await deps.db.tx(async (tx) => {
    const person = await findPerson(tx, userId);
    if (person === undefined) return;
    const report: store.DestroyedLine[] = [{ what: 'export_files', count: files }];
    // An address that he only said was his is somebody else's to be forgotten
    const address = person.hasVerifiedEmail ? person.email : null;
    const mailbox = address && foldEmail(address);
    report.push({ what: 'audit_words', count: await forgetWordsOfAccount(tx, { userId, mailbox }) });
    for (const one of await findAccountTables(tx)) report.push({ what: one.table, count: await deleteAccountRows(tx, one, userId) });
    if (address !== null) report.push({ what: 'letters', count: await forgetAddress(tx, address) });
    const now = new Date(deps.clock.now());
    report.push(...(await emptyAround(tx, { userId, mailbox, now })));
    await emptyUserRow(tx, userId, now);
    await store.noteDone(tx, { id, part: 'account', now, report: report.filter(({ count }) => count > 0) });
  });
}

/** What his orders say of him. */
async function eraseOrdersOf(deps: EraseDeps, { id, user_id: userId }: store.ErasureRow): Promise<void> {
  const cheques = (await findChequeFiles(deps.db, userId)).map(({ file_key: key }) => key);
  const files = await removeAll(deps, [...cheques, ...(await findOrderChatFiles(deps.db, userId))]);
  await deps.db.tx(async (tx) => {
    const nothing = { sealed: deps.secrets.seal('{}'), fingerprint: Buffer.from(deps.random.bytes(32)) };
    const now = new Date(deps.clock.now());
    // The key of a card's photo goes here, its file with those of the others whose keys are gone
    const report = await emptyOrders(tx, { ids: await findOrderIds(tx, userId), userId, nothing, now });
    const lines = [...report, { what: 'cheque_files', count: files }].filter(({ count }) => count > 0);
    await store.noteDone(tx, { id, part: 'orders', now, report: lines });
  });
}

/** Whether the letter has gone, or has had its time to go; a while passes in any case, so that it can be read where letters are only kept. */
async function isTold(deps: EraseDeps, { id, requested_at: at }: store.ErasureRow): Promise<boolean> {
  const since = deps.clock.now() - at.getTime();
  return since >= ERASE_PAUSE_MS && (since >= ERASE_LETTER_MS || !(await isWaiting(deps.db, ERASURE_LETTER, id)));
}

/** Destroys what is due; broken off, it is taken up again. The account goes first: its orders are nobody's then. */
export async function eraseDue(deps: EraseDeps): Promise<void> {
  const now = new Date(deps.clock.now());
  await eachAlone(deps.log, await store.findDue(deps.db, now), async (erasure) => {
    if (erasure.account_done_at === null) {
      if (!(await isTold(deps, erasure)) || (await store.hasOpenProposals(deps.db, erasure.user_id, now))) return;
      await eraseAccountOf(deps, erasure);
    }
    if (erasure.orders_done_at !== null || erasure.orders_due_at.getTime() > deps.clock.now()) return;
    // Money that came late has opened one again: where it goes is still needed
    const { orders, waits } = await store.findObstacles(deps.db, erasure.user_id);
    if (orders === 0 && !waits && !(await store.hasOpenProposals(deps.db, erasure.user_id, now))) await eraseOrdersOf(deps, erasure);
  });
}
