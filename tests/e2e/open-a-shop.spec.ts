import { orderNumber } from '#core/order/number.ts';
import { type Api, createApi } from '#tests/make/call-api.ts';
import { type GuestOrder, order, readOrder } from '#tests/make/customer.ts';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { startStandIns } from '#tests/make/rate-stand-ins.ts';
import {
  acceptInvitation,
  approve,
  readAmountToPay,
  claimPaid,
  enrolApp,
  expectBooksRight,
  expectReceipt,
  inviteCashier,
  openWhereToPay,
  pasteMessage,
  payManually,
  enterBankLine,
} from './manual-exchange.ts';
import type { Locator } from '@playwright/test';
import { browserLocale } from './office-page.ts';
import { expect, type Page, test } from './page-test.ts';
import { wordsOf } from './words.ts';

const locale = 'ru';
const t = wordsOf(locale);
const desk = (key: string) => t(`catalogue_desk.${key}`);
const byHand = (key: string) => t(`office_by_hand.${key}`);
const OWNER = { email: 'owner@shop.example', password: 'Tray-and-slip-2026' };
const SYSTEMS = ['SBPRUB', 'USDTTRC20'] as const;
const REQUISITES = { SBPRUB: '+79161234567', USDTTRC20: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
const RESERVES = { SBPRUB: '500000', USDTTRC20: '5000' };

let shop: RunningApp;
let sources: Awaited<ReturnType<typeof startStandIns>>;
const folder = makeFolder();
/** Environment variables of the new shop. */
const ENV = {
  MODE: 'production',
  SECRET_KEY: 'kT9w2Zc7Qp4Lx8Vb1Nf6Rj3Hs5Gd0Ym-uE',
  OWNER_EMAIL: OWNER.email,
  OWNER_PASSWORD: OWNER.password,
  DATA_DIR: folder,
};

test.beforeAll(async () => {
  sources = await startStandIns('binance', 'okx', 'cbr', 'coingecko');
  shop = await startApp({ ...ENV, RATE_SOURCE_URLS: sources.urls });
});
test.afterAll(async () => {
  await shop.stop();
  await sources.close();
  removeFolder(folder);
});

const at = (path: string): string => shop.url + path;

/** First sign-in: enrols the second factor. */
async function enter(page: Page): Promise<void> {
  await page.goto(at('/office'));
  await page.getByRole('textbox', { name: t('office.sign_in.email') }).fill(OWNER.email);
  await page.getByRole('textbox', { name: t('office.sign_in.password') }).fill(OWNER.password);
  await page.getByRole('button', { name: t('office.sign_in.submit'), exact: true }).click();
  await enrolApp(page);
  await page.getByRole('button', { name: t('office.nav.group.shop') }).click();
  await expect(page.getByRole('link', { name: t('office.nav.opening') })).toBeVisible();
}

const form = (page: Page, step: string) => page.getByRole('form', { name: t(`office_opening.step.${step}.title`) });
const stepState = (page: Page, step: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(t(`office_opening.step.${step}.title`)) }) });

async function addSystems(page: Page): Promise<void> {
  await page.goto(at('/office/systems/library'));
  for (const code of SYSTEMS) {
    await page.getByLabel(desk('search_systems')).fill(code);
    await page.getByLabel(new RegExp(`${code}$`)).check();
  }
  const chosen = page.getByRole('region', { name: desk('chosen') });
  await chosen.getByLabel(desk('note')).fill('Открываемся');
  await chosen.getByRole('button').last().click();
  await expect(page).toHaveURL(/stage=draft/);
}

async function openSystems(page: Page): Promise<void> {
  for (const code of SYSTEMS) {
    await page.goto(at(`/office/systems/${code}`));
    await page.getByLabel(desk('column.stage')).selectOption('ready');
    await page.getByRole('checkbox', { name: desk('column.income_enabled'), exact: true }).check();
    await page.getByRole('checkbox', { name: desk('column.outcome_enabled'), exact: true }).check();
    await page.getByLabel(desk('note')).fill('Открываемся');
    await page.getByRole('button', { name: desk('check.do'), exact: true }).click();
    await expect(page.getByText(desk('check.fine'), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: desk('save'), exact: true }).click();
    await expect(page.getByText(desk('saved.applied'), { exact: true }).last()).toBeVisible();
  }
}

async function addRequisites(page: Page): Promise<void> {
  for (const code of SYSTEMS) {
    await page.goto(at('/office/requisites'));
    await page.getByRole('button', { name: byHand('pool.add'), exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: t('office_by_hand.system') }).selectOption(code);
    await drawer.getByRole('textbox').first().fill(REQUISITES[code]);
    await drawer.getByRole('button', { name: byHand('pool.add_now'), exact: true }).click();
    if (code === 'SBPRUB') {
      // Missing fields are marked, and the input stays
      const owner = drawer.getByRole('textbox', { name: byHand('pool.owner') });
      await expect(owner).toHaveAccessibleDescription(/\S/);
      await owner.fill('Иван И.');
      await drawer.getByRole('textbox', { name: byHand('pool.bank') }).fill('Банк у моста');
      await drawer.getByRole('button', { name: byHand('pool.add_now'), exact: true }).click();
    }
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: byHand('pool.shown.free') })
        .first(),
    ).toBeVisible();
  }
}

async function addDirections(page: Page): Promise<void> {
  await page.goto(at('/office/directions/rule'));
  for (const side of ['income', 'outcome'])
    await page
      .getByRole('group', { name: desk(side) })
      .getByText(desk('groups.any'), { exact: true })
      .click();
  await page.getByLabel(desk('column.margin_percent')).fill('2');
  await page.getByRole('button', { name: desk('look'), exact: true }).click();
  const plan = page.getByRole('region', { name: desk('preview') });
  await plan.getByLabel(desk('note')).fill('Все на все, маржа 2 %');
  await plan.getByRole('button').last().click();
  await expect(page.getByText(desk('saved.applied'), { exact: true }).last()).toBeVisible();
}

async function addReserves(page: Page): Promise<void> {
  for (const code of SYSTEMS) {
    await page.goto(at('/office/reserves'));
    await page.getByRole('combobox', { name: t('office.reserves.system') }).fill(code);
    await page.getByRole('option', { name: new RegExp(code) }).click();
    await page.getByRole('textbox', { name: t('office.reserves.amount') }).fill(RESERVES[code]);
    await page.getByRole('textbox', { name: t('office.reserves.reason') }).fill('Первый резерв');
    await page.getByRole('button', { name: t('office.reserves.post'), exact: true }).click();
    await expect(page.getByRole('textbox', { name: t('office.reserves.amount') })).toHaveValue('');
  }
}

/** An amount with digit groups as shown on pages. */
const written = (amount: string): RegExp => new RegExp([...amount.replace('.', ',')].join(String.raw`\s?`));

async function openRequisite(page: Page, office: string): Promise<Locator> {
  await page.goto(`${office}/requisites`);
  await page.getByRole('row').filter({ hasText: 'Tether TRC20' }).getByRole('button').first().click();
  return page.getByRole('dialog');
}

async function lendToOneOrder(page: Page, office: string): Promise<void> {
  const drawer = await openRequisite(page, office);
  await drawer.getByRole('combobox', { name: byHand('pool.rules.sharing') }).selectOption('single');
  await drawer.getByRole('button', { name: byHand('pool.save_rules'), exact: true }).click();
  await expect(page.getByText(byHand('saved'), { exact: true })).toBeVisible();
}

/** An operator releases a requisite from its order, with a reason. */
async function freeRequisite(page: Page, office: string, orderId: string): Promise<void> {
  const drawer = await openRequisite(page, office);
  await drawer.getByRole('button', { name: t('office_by_hand.pool.release_of', { order: orderNumber(orderId) }) }).click();
  const release = drawer.getByRole('button', { name: byHand('pool.release'), exact: true });
  await release.click();
  await expect(drawer.getByRole('textbox', { name: byHand('reason') })).toBeFocused();
  await drawer.getByRole('textbox', { name: byHand('reason') }).fill('Клиент не отвечает');
  await release.click();
  await expect(drawer.getByText(orderNumber(orderId))).toHaveCount(0);
}

const isAwaited = (customers: Api, own: GuestOrder) =>
  expect(async () => expect((await readOrder(customers, own))['status']).toBe('awaiting_payment')).toPass({ timeout: 15_000 });

test('an owner sets up a production shop from nothing, customers exchange manually both ways, two operators approve a large one, the books agree', async ({
  openContext,
  guard,
}) => {
  test.setTimeout(240_000);
  guard.allow(/401|403|404/);
  const page = await (await openContext({ locale: browserLocale(locale) })).newPage();
  await enter(page);
  const customers = createApi(shop.url);
  const before = await customers.call('GET', '/api/v1/payment_systems');
  expect(before.resources()).toEqual([]);

  const office = at('/office');
  await page.goto(at('/office/'));
  await page
    .getByRole('link', { name: t('office.queue.to_opening') })
    .first()
    .click();
  await expect(page).toHaveURL(at('/office/opening'));
  await page.getByLabel(t('office_opening.shop.name_ru')).fill('Обменник у моста');
  await form(page, 'shop')
    .getByRole('button', { name: t('office_opening.save') })
    .click();
  await expect(stepState(page, 'shop')).toContainText(t('office_opening.state.done'));
  await expect(stepState(page, 'contacts')).toContainText(t('office_opening.step.contacts.todo'));
  await form(page, 'contacts').getByLabel(t('office_opening.contacts.email')).fill('help@shop.example');
  await form(page, 'contacts')
    .getByRole('button', { name: t('office_opening.save') })
    .click();
  await expect(stepState(page, 'contacts')).toContainText(t('office_opening.state.done'));
  for (const name of ['binance', 'okx', 'cbr', 'coingecko'])
    await page.getByRole('checkbox', { name: t(`office_opening.sources.name.${name}`) }).check();
  await form(page, 'sources')
    .getByRole('button', { name: t('office_opening.save') })
    .click();
  await expect(stepState(page, 'sources')).toContainText(t('office_opening.state.done'), { timeout: 15_000 });

  await addSystems(page);
  // The rail's check requires requisites first
  await addRequisites(page);
  await openSystems(page);
  await addDirections(page);
  await addReserves(page);
  await page.goto(at('/office/opening'));
  const open = page.getByRole('button', { name: t('office_opening.open.press') });
  await expect(open).toBeEnabled({ timeout: 15_000 });
  await open.click();
  await expect(page.getByText(t('office_opening.open.done'))).toBeVisible();

  const site = await (await openContext({ locale: browserLocale(locale) })).newPage();
  await site.goto(at('/'));
  await expect(site.getByRole('link', { name: 'Обменник у моста' })).toBeVisible();
  await expect(site.getByRole('contentinfo').getByRole('link', { name: 'help@shop.example' })).toBeVisible();

  // Roubles in, coins out: small enough for one operator
  const small = await order(customers, { from: 'SBPRUB', to: 'USDTTRC20', side: 'income', amount: '9000' });
  await isAwaited(customers, small);
  await openWhereToPay(site, small, shop.url, /123 45 67/);
  const amountToPay = await readAmountToPay(customers, small);
  await expect(site.getByText(written(amountToPay)).first()).toBeVisible();
  await claimPaid(site);
  await pasteMessage(page, office, { code: 'SBPRUB', amount: amountToPay });
  await payManually(page, office, small, '7f2a9c55e1d04b3f');
  await expectReceipt(site);

  // Coins in, roubles out: above the limit of one operator
  const cashier = await (await openContext({ locale: browserLocale(locale) })).newPage();
  await acceptInvitation(cashier, await inviteCashier(page, office, 'anna@shop.example'), 'Slip-and-drawer-2026');
  const large = await order(customers, { from: 'USDTTRC20', to: 'SBPRUB', side: 'income', amount: '2000' });
  await isAwaited(customers, large);
  await openWhereToPay(site, large, shop.url, REQUISITES.USDTTRC20.slice(0, 4));
  await claimPaid(site);
  const amount = await readAmountToPay(customers, large);
  await enterBankLine(cashier, office, { code: 'USDTTRC20', amount, reference: '4be19f77c20d' });
  await approve(page, office, large.id);
  await payManually(cashier, office, large, 'A26112211540');
  await expectReceipt(site);

  // The only requisite is held by an unpaid order: its pairs are closed until an operator frees it
  await lendToOneOrder(page, office);
  const closed = site.getByRole('button', { name: t('exchange.break.pair_action') });
  const followed = site.waitForResponse((response) => response.url().includes('/following/events'));
  await site.goto(at('/exchange/usdttrc20-sbprub'));
  await followed;
  const unpaid = await order(customers, { from: 'USDTTRC20', to: 'SBPRUB', side: 'income', amount: '100' });
  await isAwaited(customers, unpaid);
  await expect(closed).toBeDisabled();
  await freeRequisite(page, office, unpaid.id);
  await expect(closed).toBeHidden();
  await expect(site.getByRole('button', { name: t('exchange.form.submit') })).toBeVisible();
  await expectBooksRight({ ...ENV, RATE_SOURCE_URLS: sources.urls });
});
