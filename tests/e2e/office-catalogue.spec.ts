import fs from 'node:fs/promises';
import { browserLocale, signIn } from './office-page.ts';
import { violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { OWNER, TREASURER } from './product.ts';
import { wordsOf } from './words.ts';

const locale = 'ru';
const t = wordsOf(locale);
const desk = (key: string) => t(`catalogue_desk.${key}`);
const clean = async (page: Page) => expect(await violationsOf(page, 'main')).toEqual([]);
const look = (page: Page) => page.getByRole('button', { name: desk('look'), exact: true }).click();
const plan = (page: Page) => page.getByRole('region', { name: desk('preview') });

/** Gives a reason and applies the previewed change; returns the text of the notification. */
async function apply(page: Page): Promise<void> {
  await plan(page).getByLabel(desk('note')).fill('Открываем магазин');
  await plan(page).getByRole('button').last().click();
  await expect(page.getByText(desk('saved.applied'), { exact: true }).last()).toBeVisible();
}

test('two systems are added from the library as drafts, tested with their rail, opened, and get directions by rule', async ({
  openContext,
}) => {
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
  await office.goto('/office/systems/library?q=usdtton');
  await office.getByLabel('Отметить USDTTON').check();
  await office.getByLabel(desk('search_systems')).fill('райф');
  await office.getByLabel('Отметить RFBRUB').check();
  const chosen = office.getByRole('region', { name: desk('chosen') });
  await expect(chosen.getByText('USDTTON', { exact: true })).toBeVisible();
  await clean(office);
  await chosen.getByLabel(desk('note')).fill('Новые монеты');
  await chosen.getByRole('button').last().click();
  await expect(office).toHaveURL(/systems\?stage=draft/);
  for (const code of ['USDTTON', 'RFBRUB']) {
    await office.goto(`/office/systems/${code}`);
    await office.getByLabel(desk('column.stage')).selectOption('ready');
    await office.getByRole('checkbox', { name: desk('column.income_enabled'), exact: true }).check();
    await office.getByRole('checkbox', { name: desk('column.outcome_enabled'), exact: true }).check();
    await office.getByLabel(desk('note')).fill('Открываем');
    await office.getByRole('button', { name: desk('save'), exact: true }).click();
    // Only after its rail has checked it
    await expect(office.getByRole('alert')).toContainText(code);
    await office.getByRole('button', { name: desk('check.do'), exact: true }).click();
    await expect(office.getByText(desk('check.fine'), { exact: true })).toBeVisible();
    await office.getByRole('button', { name: desk('save'), exact: true }).click();
    await expect(office.getByText(desk('saved.applied'), { exact: true }).last()).toBeVisible();
  }
  await clean(office);
  await office.goto('/office/directions/rule');
  await office
    .getByRole('group', { name: desk('outcome') })
    .locator('input:not([type="hidden"])')
    .last()
    .fill('USDTTON');
  await office.getByRole('option', { name: /USDTTON/ }).click();
  await office.keyboard.press('Escape');
  await look(office);
  await expect(plan(office)).toBeVisible();
  await clean(office);
  await apply(office);
  await office.goto(`/office/directions?q=${encodeURIComponent('сбер > usdtton')}`);
  await expect(office.getByRole('row', { name: /SBERRUB › USDTTON/ })).toBeVisible();
});

test('a file with one wrong row reports it and applies the others; an export changes nothing; bulk edits show a preview', async ({
  openContext,
}) => {
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
  await office.goto('/office/catalogue_files/direction');
  const waits = office.waitForEvent('download');
  await office.getByRole('link', { name: desk('format.csv') }).click();
  const file = await (await waits).path();
  await office.getByLabel(desk('or_paste')).fill(await fs.readFile(file, 'utf8'));
  await look(office);
  await expect(plan(office)).toContainText(desk('nothing_to_do'));
  await office
    .getByLabel(desk('or_paste'))
    .fill(['income;outcome;eta_minutes;margin_percent', 'SBERRUB;LTC;44;2', 'TCSBRUB;LTC;45;1,9', 'ACRUB;LTC;soon;2'].join('\n'));
  await look(office);
  await expect(plan(office).getByRole('list', { name: desk('refused_rows') })).toContainText('ACRUB>LTC');
  await clean(office);
  await apply(office);
  await office.goto('/office/directions?outcome=LTC&income=RUB&sort=-eta_minutes');
  await expect(office.getByRole('row', { name: /TCSBRUB › LTC/ })).toContainText('45');
  await office.getByLabel(t('office.list.mark_all')).check();
  const bulk = office.getByRole('region', { name: desk('bulk') });
  await bulk.getByLabel(desk('bulk_member')).selectOption('eta_minutes');
  await bulk.getByLabel(desk('bulk_value')).fill('12');
  await look(office);
  await apply(office);
  await expect(office.getByRole('row', { name: /TCSBRUB › LTC/ })).toContainText('12');
  await clean(office);
});

test('a form shows errors at its fields and keeps the input', async ({ openContext }) => {
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
  await office.goto('/office/directions/SBERRUB/LTC');
  await office.getByLabel(desk('column.margin_percent')).first().fill('две');
  await expect(office.getByText(desk('problem.percent'))).toBeVisible();
  await office.getByLabel(desk('column.conditions_ru')).fill('Только со своей карты');
  await office.getByLabel(desk('note')).fill('Условия');
  await office.getByRole('button', { name: desk('save'), exact: true }).click();
  await expect(office.getByText(desk('problem.required'))).toBeVisible();
  await expect(office.getByLabel(desk('column.margin_percent')).first()).toHaveValue('две');
  await clean(office);
});

test("a payment system's form shows what is changed often, and folds the rest", async ({ openContext }) => {
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
  await office.goto('/office/systems/SBERRUB');
  await expect(office.getByLabel(desk('column.min_amount'))).toBeVisible();
  await expect(office.getByLabel(desk('column.confirmations'))).toHaveCount(0);
  const name = office.getByLabel(desk('column.name_ru'));
  await expect(name).toBeHidden();
  await clean(office);
  await office.getByRole('heading', { name: desk('section.names') }).click();
  await expect(name).toBeVisible();
  // A wrong value keeps its folded part open
  await name.fill('');
  await office.getByRole('heading', { name: desk('section.names') }).click();
  await expect(office.getByText(desk('problem.required')).first()).toBeVisible();
  await clean(office);
});
