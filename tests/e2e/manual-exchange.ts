import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { orderNumber } from '#core/order/number.ts';
import type { Api } from '#tests/make/call-api.ts';
import type { GuestOrder } from '#tests/make/customer.ts';
import { openProposal, proposalOf } from './office-page.ts';
import { expect, type Page } from './page-test.ts';
import { wordsOf } from './words.ts';

const t = wordsOf('ru');
const byHand = (key: string) => t(`office_by_hand.${key}`);
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });

/** Enrols an authenticator app during sign-in, and stores the recovery codes. */
export async function enrolApp(page: Page): Promise<void> {
  const key = page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = Secret.fromBase32((await key.innerText()).replaceAll(' ', ''));
  await page.getByLabel(t('office_door.enrol.first_code')).fill(new TOTP({ secret }).generate());
  await button(page, 'office_door.enrol.confirm').click();
  await page.getByRole('checkbox').check();
  await button(page, 'office_door.codes.done').click();
  await expect(page.getByRole('banner')).toBeVisible();
}

/** The shop has no e-mail: the owner passes the invitation link on. */
export async function inviteCashier(owner: Page, office: string, email: string): Promise<string> {
  await owner.goto(`${office}/staff`);
  await owner.getByRole('textbox', { name: t('office_staff.email') }).fill(email);
  await button(owner, 'office_staff.invite.send').click();
  return await owner.getByText(/\/office\/invitation\//).innerText();
}

/** The invited operator sets a name, a password and a second factor, and signs in. */
export async function acceptInvitation(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel(t('office_door.invitation.name')).fill('Анна');
  await page.locator('input[name=password]').fill(password);
  await button(page, 'office_door.invitation.submit').click();
  await enrolApp(page);
}

/** Time format of a bank's message, in Moscow time. */
const moscow = (): string => new Date(Date.now() + 3 * 3_600_000).toISOString();

async function openStatement(page: Page, office: string, code: string): Promise<ReturnType<Page['getByRole']>> {
  await page.goto(`${office}/bank-lines`);
  await button(page, 'office_by_hand.lines.add').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: byHand('system') }).selectOption(code);
  return drawer;
}

const expectMatched = async (page: Page) =>
  await expect(page.getByText(t('office_by_hand.lines.taken', { added: 1, matched: 1, known: 0 }))).toBeVisible();

/** Pastes the bank's message; a line that fits exactly one order is recorded automatically. */
export async function pasteMessage(page: Page, office: string, line: { readonly code: string; readonly amount: string }): Promise<void> {
  const drawer = await openStatement(page, office, line.code);
  const message = `Поступление ${line.amount}р от ИВАН П. ${moscow().slice(11, 16)}`;
  await drawer.getByRole('textbox', { name: byHand('lines.paste') }).fill(message);
  await drawer.getByRole('button', { name: byHand('lines.read'), exact: true }).click();
  await drawer.getByRole('button', { name: t('office_by_hand.lines.take', { count: 1 }), exact: true }).click();
  await expectMatched(page);
}

/** Types an incoming transfer of a wallet; it fits exactly one order. */
export async function enterBankLine(
  page: Page,
  office: string,
  line: { readonly code: string; readonly amount: string; readonly reference: string },
): Promise<void> {
  const drawer = await openStatement(page, office, line.code);
  await drawer.getByText(byHand('lines.ways.hand'), { exact: true }).click();
  await drawer.getByRole('textbox', { name: byHand('lines.field.amount') }).fill(line.amount);
  await drawer.getByLabel(byHand('lines.field.at')).fill(moscow().slice(0, 16));
  await drawer.getByRole('textbox', { name: byHand('lines.field.reference') }).fill(line.reference);
  await drawer.getByRole('button', { name: byHand('lines.add_single'), exact: true }).click();
  await expectMatched(page);
}

/** Another operator than the one who recorded the money reviews the payout and approves it. */
export async function approve(page: Page, office: string, orderId: string): Promise<void> {
  await page.goto(`${office}/approvals`);
  const card = proposalOf(page, orderId).filter({ hasText: t('office.approval.kind.pay_out') });
  await openProposal(card);
  await card.getByRole('button', { name: t('office.approvals.approve'), exact: true }).click();
  await expect(card).toBeHidden();
}

/** An operator claims a payout, views the destination, pays, and enters the operation number. */
export async function payManually(page: Page, office: string, own: GuestOrder, reference: string): Promise<void> {
  await page.goto(`${office}/payouts`);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: orderNumber(own.id) }) });
  await card.getByRole('button', { name: byHand('tasks.take'), exact: true }).click({ timeout: 15_000 });
  await card.getByRole('button', { name: byHand('reveal'), exact: true }).click();
  await expect(card.getByText(t('office.copy')).first()).toBeVisible();
  await card.getByRole('button', { name: byHand('tasks.mark_sent'), exact: true }).click();
  await card.getByRole('textbox', { name: byHand('tasks.reference') }).fill(reference);
  await card.getByRole('textbox', { name: byHand('tasks.amount_again') }).fill(own.outcomeAmount);
  await card.getByRole('button', { name: byHand('tasks.mark_sent'), exact: true }).click();
  await expect(card).toBeHidden();
}

/** Opens the customer's order page; waits until it shows the payment details. */
export async function openWhereToPay(page: Page, own: GuestOrder, shopUrl: string, requisite: string | RegExp): Promise<void> {
  await page.goto(`${shopUrl}/order/${own.id}?token=${own.token}`);
  await expect(page.getByText(requisite).first()).toBeVisible({ timeout: 15_000 });
}

/** The customer reports the payment. */
export const claimPaid = async (page: Page): Promise<void> => await button(page, 'order.claim_payment').click();

/** The order page shows the receipt without a reload. */
export async function expectReceipt(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: t('status.completed.title') })).toBeVisible({ timeout: 20_000 });
  const [receipt] = await Promise.all([page.waitForEvent('download'), page.getByText(t('order.receipt'), { exact: true }).click()]);
  expect(receipt.suggestedFilename()).toMatch(/\.pdf$/);
}

/** The requested amount: it has its own kopecks where a requisite is shared. */
export async function readAmountToPay(api: Api, { id, token }: GuestOrder): Promise<string> {
  const answer = await api.call('POST', `/api/v1/orders/${id}/get_requisites`, { headers: { 'order-token': token } });
  return String(answer.resource().attributes['amount']);
}

/** `npm run audit` on the running shop: the ledger, the statement of each rail, and the audit log. */
export async function expectBooksRight(env: Readonly<Record<string, string>>): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/audit.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(stdout).toContain('The books are right.');
}
