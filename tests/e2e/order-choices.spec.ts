import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { expectStatus, makeOrder, type Made, openOrder, pay, readOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, type Page, test } from './page-test.ts';
import { control, localesOf } from './product.ts';
import { wordsOf } from './words.ts';

const WIDTH = { ru: 320, en: 1280 } as const;
type Choice = 'as_agreed' | 'exchange_all' | 'top_up' | 'exchange_received' | 'refund';

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);
  const roubles = async (amount: string) => formatMoney(amount, await systemOf('SBERRUB', locale), locale);
  const litecoin = async (amount: string) => formatMoney(amount, await systemOf('LTC', locale), locale);
  const card = (page: Page, choice: Choice) => page.getByRole('listitem', { name: t(`order.requote.choice_${choice}`) });
  const history = (page: Page) => page.getByRole('region', { name: t('order.timeline') });

  const opened = async (page: Page): Promise<Made> => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await openOrder(page, made, locale);
    return made;
  };
  const optionOf = async (made: Made, choice: Choice) => {
    const option = (await readOrder(made)).requote?.options.find((one) => one.choice === choice);
    if (option === undefined) throw new Error(`no ${choice}`);
    return option;
  };

  test.describe(`a choice, ${locale}`, () => {
    test.use({ viewport: { width: WIDTH[locale], height: 800 } });

    test('underpaid: the headline names the amount, the rest is paid while the rate is locked, and the exchange continues as agreed', async ({
      page,
    }) => {
      const made = await opened(page);
      await pay(made.id, 'short');
      await expectStatus(page, locale, 'requote');
      const fact = t('order.requote.fact_short', { received: await roubles('8100'), income: await roubles('9000') });
      await expect(page.getByRole('heading', { level: 1, name: fact, exact: true })).toBeVisible();
      await expect(page.getByRole('listitem', { name: t('order.requote.choice_top_up') }).first()).toContainText(await roubles('900'));
      await card(page, 'top_up')
        .getByRole('button', { name: t('order.requote.top_up', { amount: await roubles('900') }) })
        .click();
      await expect(card(page, 'top_up')).toContainText(t('order.pay_exactly'));
      await expect(card(page, 'top_up').getByText(t('order.requote.top_up_next'))).toBeVisible();
      await pay(made.id, 'exact', '900');
      await expectStatus(page, locale, 'completed');
      const done = await readOrder(made);
      expect({ income: done.income_amount, outcome: done.outcome_amount }).toEqual({ income: '9000', outcome: made.order.outcome_amount });
    });

    test('underpaid: the received amount is exchanged at the displayed numbers', async ({ page }) => {
      const made = await opened(page);
      await pay(made.id, 'short');
      await expectStatus(page, locale, 'requote');
      const { outcome_amount: gets } = await optionOf(made, 'exchange_received');
      await expect(card(page, 'exchange_received')).toContainText(await litecoin(gets));
      await card(page, 'exchange_received').getByRole('button').click();
      await expectStatus(page, locale, 'completed');
      const done = await readOrder(made);
      expect({ income: done.income_amount, outcome: done.outcome_amount }).toEqual({ income: '8100', outcome: gets });
    });

    test('overpaid: "as agreed" comes first, and the surplus is shown to be returned', async ({ page }) => {
      const made = await opened(page);
      await pay(made.id, 'over');
      await expectStatus(page, locale, 'requote');
      const fact = t('order.requote.fact_over', { received: await roubles('9900'), income: await roubles('9000') });
      await expect(page.getByRole('heading', { level: 1, name: fact, exact: true })).toBeVisible();
      const choices = page.getByRole('list', { name: t('order.requote.choices') }).getByRole('heading', { level: 2 });
      await expect(choices).toHaveText(
        (['as_agreed', 'exchange_all', 'refund'] as const).map((choice) => t(`order.requote.choice_${choice}`)),
      );
      const at = formatDateTime((await readOrder(made)).expires_at ?? '', locale);
      await expect(page.getByText(t('order.zero_as_agreed', { at }))).toBeVisible();
      await card(page, 'as_agreed').getByRole('button').click();
      await expectStatus(page, locale, 'completed');
      // The sender is known: the rest is returned automatically, and the open page shows both
      await expect(history(page)).toContainText(t('order.surplus_kept', { amount: await roubles('900') }));
      await expect(history(page)).toContainText(t('order.surplus_returned', { amount: await roubles('900') }), { timeout: 15_000 });
      // The second line of the state
      await expect(page.locator('h1 + p')).toContainText(t('order.surplus_was_returned', { amount: await roubles('900') }));
      expect((await readOrder(made)).outcome_amount).toBe(made.order.outcome_amount);
    });

    test('overpaid in a coin: the surplus needs a destination, and goes there', async ({ page }) => {
      const tether = await systemOf('USDTTRC20', locale);
      const made = await makeOrder({ from: 'USDTTRC20', to: 'SBERRUB', amount: '200' }, locale);
      await openOrder(page, made, locale);
      await pay(made.id, 'over');
      await expectStatus(page, locale, 'requote');
      await expect(card(page, 'as_agreed')).toContainText(t('order.requote.back_where'));
      await card(page, 'as_agreed').getByRole('button').click();
      await expectStatus(page, locale, 'completed');
      const rest = formatMoney('20', tether, locale);
      await expect(page.getByText(t('order.surplus_destination_needed', { amount: rest }))).toBeVisible();
      const [field] = tether.outcome_fields;
      await page.getByRole('textbox', { name: field?.label ?? '' }).fill(field?.example ?? '');
      await page.getByRole('button', { name: t('order.requote.refund', { amount: rest }) }).click();
      await expect(history(page)).toContainText(t('order.surplus_returned', { amount: rest }), { timeout: 15_000 });
      await expect(page.getByText(t('order.surplus_destination_needed', { amount: rest }))).toBeHidden();
    });

    test('overpaid: everything is refunded', async ({ page }) => {
      const made = await opened(page);
      await pay(made.id, 'over');
      await expectStatus(page, locale, 'requote');
      await page.getByRole('button', { name: t('order.requote.refund', { amount: await roubles('9900') }) }).click();
      await expectStatus(page, locale, 'refunded');
      await expect(page.getByText(t('order.refunded_of', { amount: await roubles('9900') }))).toBeVisible();
    });

    test('paid again after completion: it is returned automatically, and the open page shows both', async ({ page }) => {
      const made = await opened(page);
      await pay(made.id, 'exact');
      await expectStatus(page, locale, 'completed');
      await pay(made.id, 'exact');
      const expectHistory = (key: string, amount: string) =>
        expect(history(page)).toContainText(t(`order.${key}`, { amount }), { timeout: 15_000 });
      await expectHistory('surplus_kept', await roubles('9000'));
      await expectHistory('surplus_returned', await roubles('9000'));
    });

    test('idle for two refreshes of its numbers, it shows those of the API and can still be chosen', async ({ page }) => {
      const made = await opened(page);
      await pay(made.id, 'over');
      await expectStatus(page, locale, 'requote');
      for (let refresh = 0; refresh < 2; refresh++) {
        const { version } = await readOrder(made);
        await control.endOffers(made.id);
        await expect.poll(async () => (await readOrder(made)).version, { timeout: 20_000 }).toBeGreaterThan(version);
        const { outcome_amount: gets } = await optionOf(made, 'exchange_all');
        await expect(card(page, 'exchange_all')).toContainText(await litecoin(gets));
        await expect(card(page, 'exchange_all')).toContainText(/00:[0-3]\d/);
      }
      await card(page, 'exchange_all').getByRole('button').click();
      await expectStatus(page, locale, 'completed');
    });
  });
}
