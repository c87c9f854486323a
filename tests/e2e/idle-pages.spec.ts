import type { BrowserContext } from '@playwright/test';
import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { OWNER } from './product.ts';
import { SCREENS } from './screens.ts';
import { wordsOf } from './words.ts';

const t = wordsOf('en');
const AWAY_MS = 120_000;
const INPUT = 'left alone 7';
/** The exchange form has its own test (`idle-exchange-form.spec.ts`); the office is below. */
const ELSEWHERE = /^(?:home|home with errors|no such pair|picker|test bank|technical break|office .*)$/;
/** Each of these screens signs in a new account and needs its own browser context. The others share one. */
const NEW_ACCOUNT = /^account (?:home|settings|contacts|earnings|rewards|withdrawal before the address is proven|API|webhooks)$/;
const ACCOUNT_SCREENS = /^account /;

const press = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true }).click();
const isRefused = async (page: Page) => await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
const isSaid = async (page: Page) => {
  await press(page, 'chat.send');
  await expect(page.getByRole('log').getByText(INPUT)).toBeVisible();
};

/** The action tried on a page after the pause, by the page's name. */
const ACTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  support: isSaid,
  'reserve request': async (page) => {
    await press(page, 'reserve_request.submit');
    await expect(page.getByRole('heading', { level: 1, name: t('reserve_request.sent_title') })).toBeVisible();
  },
  business: async (page) => {
    await press(page, 'business.submit');
    await isRefused(page);
  },
  'sign-in': async (page) => {
    await press(page, 'account.sign_in.submit');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  developers: async (page) => {
    await press(page, 'developers.run.submit');
    await expect(page.getByText(t('developers.run.live'))).toBeVisible();
  },
  'account letters': async (page) => {
    await press(page, 'notices.save');
    await expect(page.getByText(t('notices.saved'))).toBeVisible();
  },
  'order awaiting_payment': async (page) => {
    await press(page, 'order.claim_payment');
    await expectStatus(page, 'en', 'payment_claimed');
  },
  'a review': async (page) => {
    await press(page, 'reviews.own.send');
    await expect(page.getByRole('status').filter({ hasText: t('reviews.own.pending') })).toBeVisible();
  },
  'office order': async (page) => {
    await page.getByLabel(t('office.history.note')).press('Control+Enter');
    await expect(page.getByRole('listitem').filter({ hasText: INPUT })).toHaveCount(1);
  },
  'office blacklist': async (page) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: t('customers_desk.list.add') })).toHaveCount(0);
  },
};

/** Screens of the office. */
const OFFICE_PATHS = {
  'office queue': '?view=all',
  'office blacklist': 'blacklist',
  'office approvals': 'approvals',
  'office payouts': 'payouts',
  'office bank lines': 'bank-lines',
  'office reserves': 'reserves',
  'office reviews': 'reviews?state=all',
  'office talks': 'chat?list=all',
  'office rates': 'rates?q=xrp+%3E+btc',
  'office limits': 'limits',
  'office switches': 'switches',
  'office notices': 'notices',
  'office settings': 'settings',
  'office new system': 'systems/new',
  'office rule': 'directions/rule',
  'office staff': 'staff',
} as const;

interface Tab {
  readonly name: string;
  readonly page: Page;
  /** Values of the page's fields, in order. */
  fieldValues: readonly string[];
}

type OpenContext = Parameters<Parameters<typeof test>[2]>[0]['openContext'];

async function openSite(openContext: OpenContext): Promise<readonly Tab[]> {
  const open = async () => await openContext({ locale: browserLocale('en'), viewport: { width: 1280, height: 800 } });
  const [guest, customer] = [await open(), await open()];
  const placeOf = async (name: string): Promise<BrowserContext> =>
    NEW_ACCOUNT.test(name) ? await open() : ACCOUNT_SCREENS.test(name) ? customer : guest;
  const tabs: Tab[] = [];
  // oxlint-disable-next-line no-await-in-loop -- tabs are opened one after the other
  for (const { name, open: openIn } of SCREENS.filter((one) => !ELSEWHERE.test(one.name)))
    tabs.push({ name, page: await openIn(await placeOf(name), 'en'), fieldValues: [] });
  return tabs;
}

async function openOffice(openContext: OpenContext): Promise<readonly Tab[]> {
  const { id } = await makeOrder(ROUBLES_TO_LITECOIN, 'en');
  const first = await signIn(await openContext({ locale: browserLocale('en'), viewport: { width: 1280, height: 800 } }), OWNER);
  const tabs: Tab[] = [];
  for (const [name, path] of Object.entries({ 'office order': `orders/${id}`, ...OFFICE_PATHS })) {
    const page = tabs.length === 0 ? first : await first.context().newPage();
    await page.goto(`/office/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.loading, .list-skeleton')).toHaveCount(0);
    if (name === 'office blacklist') await press(page, 'customers_desk.list.add');
    tabs.push({ name, page, fieldValues: [] });
  }
  return tabs;
}

const FIELDS =
  ':is(main, dialog) :is(input:not([type=hidden], [type=radio], [type=file], [type=search], [type=range], [role=combobox]), textarea)';
const WORDS: Readonly<Record<string, string>> = {
  text: INPUT,
  textarea: INPUT,
  password: INPUT,
  email: 'left-alone@example.org',
  tel: '+79161234567',
};

/** Types into every visible text field. */
async function typeAll(page: Page): Promise<void> {
  for (const field of await page.locator(`${FIELDS}:visible:enabled:not([readonly], [inputmode=decimal], [inputmode=numeric])`).all()) {
    const words = WORDS[await field.evaluate((one) => (one as HTMLInputElement).type)];
    if (words !== undefined) await field.fill(words);
  }
}

const standing = (page: Page): Promise<readonly string[]> =>
  page
    .locator(FIELDS)
    .evaluateAll((all) => (all as HTMLInputElement[]).map(({ name, value, checked }) => `${name}=${value} ${String(checked)}`));

interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node?: Node }[];
}

/** Records layout shifts of a page from now on. */
const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as readonly Shift[])
        if (!hadRecentInput)
          moved.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? '').join(' | ')}`);
    }).observe({ type: 'layout-shift' });
  });
const shifts = (page: Page): Promise<readonly string[]> => page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);

/** Other tests use the same office, so its lists change; only the site must not move. A coin's figures change with its price. */
const isStill = (name: string): boolean => !name.startsWith('office') && name !== 'a coin';
/** The widget's chat is that of the support page, which starts first: the idle page does not ask for an address. */
const SUPPORT_BESIDE_PAGE = 'support beside a page';
/** Pixels that a digit may be wider than the one before it. */
const MIN_SHIFT = 0.001;

test('two minutes away from every kind of page: no input is lost, nothing moves, and started actions continue (G24, R65)', async ({
  openContext,
  guard,
}) => {
  test.setTimeout(420_000);
  // Alarms of other tests play a sound in the office; a machine without audio logs that
  guard.allow(/AudioContext encountered an error/);
  const tabs = [...(await openSite(openContext)), ...(await openOffice(openContext))];
  for (const { page } of tabs) await typeAll(page);
  // Shifts caused by typing have settled
  await tabs[0]?.page.waitForTimeout(3_000);
  for (const tab of tabs) {
    tab.fieldValues = await standing(tab.page);
    await watchShifts(tab.page);
  }
  await tabs[0]?.page.waitForTimeout(AWAY_MS);
  const found: string[] = [];
  for (const { name, page, fieldValues } of tabs) {
    await page.bringToFront();
    const now = await standing(page);
    const expected =
      name === SUPPORT_BESIDE_PAGE
        ? fieldValues.filter((one) => now.length === fieldValues.length || one.startsWith('text='))
        : fieldValues;
    if (JSON.stringify(now) !== JSON.stringify(expected)) found.push(`${name}: ${fieldValues.join()} is now ${now.join()}`);
    const moved = !isStill(name) ? [] : (await shifts(page)).filter((one) => Number.parseFloat(one) > MIN_SHIFT);
    for (const one of moved) found.push(`${name} moved: ${one}`);
    await ACTS[name]?.(page).catch((error: unknown) => void found.push(`${name}: ${String(error)}`));
    if (!name.startsWith('office')) await untilRunning(page);
  }
  expect(found).toEqual([]);
  expect(Object.keys(ACTS).filter((name) => !tabs.some((tab) => tab.name === name))).toEqual([]);
});
