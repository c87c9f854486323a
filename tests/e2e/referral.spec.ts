import { BANNER_SIZES, bannerPath } from '#core/referral/banners.ts';
import { exchangeForm } from './exchange-form.ts';
import { expectStatus, pay, systemOf } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { LOCALES, localesOf } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PASSWORD = 'Gromkaya-Skala-71x';
/** A browser that hides its automation: automated clicks are not counted. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

for (const locale of localesOf('en')) {
  test(`${locale}: a link refers a customer, who is counted for its owner`, async ({ page, openContext }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 360, height: 780 });
    const made = await page.request.post('/api/v1/users', {
      headers: { 'content-type': 'application/vnd.api+json', 'site-locale': locale },
      data: JSON.stringify({
        email: `referrer-${locale}-${Date.now()}@example.org`,
        password: PASSWORD,
        password_confirmation: PASSWORD,
        accept_terms: true,
      }),
    });
    const link = String((await made.json()).data.attributes.referal_url);
    const own = async () => {
      await page.goto(pathIn(locale, '/account/earnings'));
      await untilRunning(page);
    };

    await test.step('a new referrer reads how it works, and copies the link', async () => {
      await own();
      await expect(page.getByText(t('earnings.steps.share'))).toBeVisible();
      await page.getByRole('button', { name: new RegExp(`^${t('order.copy_idle')} ?: ${t('earnings.link.label')}$`) }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    });

    let onBanner = '';
    await test.step('promotional texts and banners contain the link, in both languages', async () => {
      const copied = async (label: string): Promise<string> => {
        await page.getByRole('button', { name: new RegExp(`^${t('order.copy_idle')} ?: ${label}$`) }).click();
        return await page.evaluate(() => navigator.clipboard.readText());
      };
      const { pathname, search } = new URL(link);
      for (const language of LOCALES) {
        const own = `${new URL(pathIn(language, pathname), link).href}${search}`;
        expect(await copied(t(`earnings.share.label_${language}`))).toMatch(new RegExp(`\\S ${own.replaceAll(/[.?]/g, String.raw`\$&`)}$`));
        const banners = page.locator('details').filter({ hasText: t(`earnings.banners.in_${language}`) });
        await banners.locator('summary').click();
        for (const { width, height } of BANNER_SIZES) {
          const size = page.locator(`img[width="${width}"][height="${height}"]`);
          const picture = banners.locator(size);
          await picture.scrollIntoViewIfNeeded();
          await expect
            .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth / one.naturalHeight))
            .toBeCloseTo(width / height, 2);
          // The banner code as a partner's page would embed it
          const code = await banners
            .getByRole('listitem')
            .filter({ has: size })
            .getByRole('button')
            .click()
            .then(() => page.evaluate(() => navigator.clipboard.readText()));
          const fieldValues = await page.evaluate((text) => {
            const found = new DOMParser().parseFromString(text, 'text/html');
            return {
              href: found.querySelector('a')?.getAttribute('href'),
              src: found.querySelector('img')?.getAttribute('src'),
              alt: found.querySelector('img')?.alt,
            };
          }, code);
          expect(fieldValues).toEqual({
            href: own,
            src: new URL(bannerPath({ width, height }, language), link).href,
            alt: wordsOf(language)('earnings.banners.alt'),
          });
        }
        await banners.locator('summary').click();
        if (language === locale) onBanner = own;
      }
    });

    const context = await openContext({ userAgent: BROWSER, viewport: { width: 360, height: 780 } });
    const visitor = await context.newPage();
    await test.step('a banner’s link opens the form with a pair and amount, and is remembered', async () => {
      await visitor.goto(`${onBanner}&cur_from=SBERRUB&cur_to=LTC&amount=9000&utm_source=monitor`);
      await untilRunning(visitor);
      const form = exchangeForm(visitor, locale);
      await form.expectNumbers();
      await expect(form.amount('income')).toHaveValue(/^9.?000$/);
      expect((await context.cookies()).map(({ name, httpOnly, sameSite }) => `${name} ${httpOnly} ${sameSite}`)).toContain(
        'referal_hash true Lax',
      );
      await form.fillDetails({ from: await systemOf('SBERRUB', locale), to: await systemOf('LTC', locale) });
      await form.email().fill(`visitor-${locale}-${Date.now()}@example.org`);
      await form.submitButton().click();
      await expectStatus(visitor, locale, 'awaiting_payment');
      await pay(new URL(visitor.url()).pathname.split('/').at(-1) ?? '', 'exact');
      await expectStatus(visitor, locale, 'completed');
    });

    await test.step('the referrer sees the click, the exchange and a masked counted referral', async () => {
      await expect(async () => {
        await own();
        const standing = [t('earnings.figures.clicks', { count: 1 }), t('earnings.figures.orders', { count: 1 })];
        await expect(page.getByText(standing.join(', ')).first()).toBeVisible({ timeout: 1_000 });
      }).toPass();
      const listed = page.getByRole('region', { name: t('earnings.referrals.title') });
      await expect(listed.getByRole('listitem')).toHaveText(new RegExp(`^v.*•.*${t('earnings.referrals.counted')}$`));
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    });
  });
}

test('a link with a pair and an amount may lead to any page: the form uses them during the whole visit', async ({ openContext }) => {
  const t = wordsOf('ru');
  const visit = async (address: string, options: { readonly javaScriptEnabled: boolean }) => {
    const page = await (await openContext(options)).newPage();
    await page.goto(address);
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('shell.name') })
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === '/');
    const [from, to] = await Promise.all(['from', 'to'].map((side) => page.locator(`input[name=payment_system_${side}_id]`).inputValue()));
    return { from, to, amount: (await exchangeForm(page, 'ru').amount('income').inputValue()).replace(/\D/g, '') };
  };
  const expected = { from: 'SBERRUB', to: 'LTC', amount: '9000' };
  const query = 'cur_from=SBERRUB&cur_to=LTC&amount=9000';
  expect(await visit(`/news?${query}`, { javaScriptEnabled: true })).toEqual(expected);
  expect(await visit(`/directions?${query}`, { javaScriptEnabled: false })).toEqual(expected);
  // A visit without the query, or with an unknown pair, shows the default pair
  const usual = await visit('/news', { javaScriptEnabled: false });
  expect(usual).not.toMatchObject(expected);
  const nonsense = await visit('/news?cur_from=NOPE&cur_to=LTC&amount=9000', { javaScriptEnabled: false });
  expect({ ...nonsense, amount: '' }).toEqual({ ...usual, amount: '' });
});
