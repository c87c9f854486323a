import { browserLocale, rowOf, signIn } from './office-page.ts';
import { makeOrder, type Made, pay, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, test } from './page-test.ts';
import { control, LOCALES, OWNER } from './product.ts';
import { wordsOf } from './words.ts';

const WIDTHS = [320, 360, 768, 1000, 1024, 1280, 1440];

/** A paid order whose payout the provider refuses. */
async function unpaid(): Promise<Made> {
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await control.sayOfPayouts(made.id, 'failed');
  await pay(made.id, 'exact');
  return made;
}

for (const locale of LOCALES) {
  test(`no office screen scrolls horizontally at any width, ${locale}`, async ({ openContext }) => {
    const t = wordsOf(locale);
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await office.goto(`/office/orders/${made.id}`);
    const note = office.getByLabel(t('office.history.note'));
    await note.fill('https://bank.example/a-very-long-address-that-has-no-place-to-break/0123456789012345678901234567890123456789');
    await office.getByRole('button', { name: t('office.history.add_note'), exact: true }).click();
    await expect(note).toHaveValue('');
    // Full requisites at the edge of the page
    const failed = await unpaid();
    await office.goto(`/office/orders/${failed.id}`);
    const take = office.getByRole('button', { name: t('office.payout.take.payout'), exact: true });
    const reveal = office.getByRole('button', { name: t('office.payout.reveal'), exact: true });
    // Confirmed, then taken; an order that has moved asks again
    await expect(async () => {
      if (await take.isVisible()) await take.click();
      await expect(reveal).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    const address = (await systemOf('LTC', locale)).outcome_fields[0]?.example ?? '';
    // The widest row: two badges, every reason a payout may wait for, large amounts, a deadline in days, an assigned operator
    await office.route(/\/api\/office\/v1\/orders\?/, async (route) => {
      const answer = await route.fetch();
      const document = (await answer.json()) as { data: { attributes: object }[] };
      const lease = { holder: 'a-very-long-name-of-a-colleague@example.org', until: '2099-01-01T00:00:00.000Z', is_mine: false };
      const [first] = document.data;
      if (first)
        first.attributes = {
          ...first.attributes,
          status: 'awaiting_verification',
          attention: 'payment_stuck',
          waits_why: ['above_limit', 'listed', 'own_limits'],
          email: 'a-very-long-name-of-a-customer@example.org',
          income_amount: '12345678.12345678',
          outcome_amount: '12345678.12345678',
          lease,
          expires_at: new Date(Date.now() + 70 * 3_600_000).toISOString(),
        };
      await route.fulfill({ response: answer, json: document });
    });
    const screens = {
      [`/office/orders/${failed.id}`]: office.getByRole('button', { name: address }),
      '/office?view=all': rowOf(office, made.id),
      '/office?view=open&q=nothing': office.getByText(t('office.list.nothing_found')),
      [`/office/orders/${made.id}`]: office.getByText(t('office.deed.order.note'), { exact: true }),
      '/office/nowhere': office.getByRole('heading', { level: 1, name: t('office.lost.title') }),
    };
    const found: string[] = [];
    for (const [path, drawn] of Object.entries(screens)) {
      await office.goto(path);
      if (path.endsWith(failed.id)) await reveal.click();
      await expect(drawn).toBeVisible();
      for (const width of WIDTHS) {
        await office.setViewportSize({ width, height: 800 });
        // The menu folds shortly after the resize
        const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
        await office.waitForFunction(fits, undefined, { timeout: 2_000 }).catch(() => undefined);
        const wide = await office.evaluate(() => {
          const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
          const culprit = [...document.querySelectorAll('body *')].find((node) => node.getBoundingClientRect().right > innerWidth + 1);
          return over > 0 ? `${over} px, first ${culprit?.tagName ?? ''}.${culprit?.className ?? ''}` : null;
        });
        if (wide !== null) found.push(`${path} at ${width}: ${wide}`);
      }
      await office.setViewportSize({ width: 1280, height: 800 });
    }
    expect(found).toEqual([]);
    // An empty list says whether there is nothing or nothing found, and gives the way back
    await office.goto('/office?view=all&q=nothing');
    await office.getByRole('button', { name: t('office.list.clear'), exact: true }).click();
    await expect(rowOf(office, made.id)).toBeVisible();
    await office.goto('/office/customers?q=nothing');
    await office.getByRole('button', { name: t('office.list.clear'), exact: true }).click();
    await expect(office).toHaveURL(/\/office\/customers$/);
  });
}
