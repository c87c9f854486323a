import { once } from 'node:events';
import http from 'node:http';
import type { Locale } from '#core/locale.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import { browserLocale, signIn } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { localesOf, OWNER, RECEIVER_PORTS } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PASSWORD = 'Tikhaya-Gavan-58q';

/** Signs up an account with a verified e-mail address and a recent sign-in. */
async function comeIn(page: Page, locale: Locale, email: string): Promise<void> {
  const made = await page.request.post('/api/v1/users', {
    headers: { 'content-type': 'application/vnd.api+json', 'site-locale': locale },
    data: JSON.stringify({ email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true }),
  });
  expect(made.status()).toBe(201);
  await activateBy(page, await mailedLink(page, email, '/activate?token='));
  await untilRunning(page);
}

for (const locale of localesOf('ru')) {
  test(`${locale}: a webhook is added and tested, a failed one is shown to its partner and in the office, and sent again`, async ({
    page,
    openContext,
  }) => {
    const t = wordsOf(locale);
    const email = `hooks-${locale}-${Date.now()}@example.org`;
    let status = 410;
    const receivedEvents: (string | undefined)[] = [];
    const receiver = http.createServer((request, reply) => {
      request.resume();
      receivedEvents.push(request.headers['webhook-id']?.toString());
      request.on('end', () => reply.writeHead(status).end('seen'));
    });
    receiver.listen(RECEIVER_PORTS[locale], '127.0.0.1');
    await once(receiver, 'listening');
    try {
      await page.setViewportSize({ width: 360, height: 780 });
      await comeIn(page, locale, email);
      await page.goto(pathIn(locale, '/account/earnings/api'));
      await page.getByRole('link', { name: t('partner_api.webhooks') }).click();
      await expect(page.getByRole('heading', { level: 2, name: t('webhooks.title'), exact: true })).toBeVisible();
      await untilRunning(page);
      await page.getByRole('button', { name: t('webhooks.list.add') }).click();
      const url = page.getByRole('textbox', { name: t('webhooks.form.url'), exact: true });
      const add = page.getByRole('button', { name: t('webhooks.form.add'), exact: true });
      await url.fill('https://169.254.169.254/latest');
      await add.click();
      await expect(page.getByText(t('refusals.detail.webhook_not_a_name'))).toBeVisible();
      await url.fill(`http://127.0.0.1:${RECEIVER_PORTS[locale]}/hook`);
      await add.click();
      await expect(page.getByText(/whsec_/)).toBeVisible();
      await page.getByLabel(t('webhooks.made.kept')).check();
      await page.getByRole('button', { name: t('webhooks.made.done') }).click();
      await page.getByRole('button', { name: t('webhooks.line.ping') }).click();
      const answered = (word: string, answer: number) =>
        expect(page.getByText(`${t(`webhooks.outcome.${word}`)}, ${t('webhooks.answer', { status: answer })}`)).toBeVisible({
          timeout: 15_000,
        });
      await answered('failed', 410);
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);

      const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
      await office.goto(`/office/webhooks?q=${encodeURIComponent(email)}`);
      await expect(
        office
          .getByRole('row')
          .filter({ hasText: email })
          .getByText(t('office_webhooks.answer', { status: 410 })),
      ).toBeVisible();
      await office.goto(`/office/webhooks/servers?q=${encodeURIComponent(email)}`);
      await expect(office.getByRole('main').getByText(t('office_webhooks.health.paused'), { exact: true })).toBeVisible();

      status = 200;
      await page.getByRole('button', { name: t('webhooks.line.resume') }).click();
      await expect(page.getByRole('button', { name: t('webhooks.line.pause') })).toBeVisible();
      await page.getByRole('link', { name: 'webhook.ping' }).click();
      await page.getByRole('button', { name: t('webhooks.delivery.replay') }).click();
      await answered('delivered', 200);
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
      expect(new Set(receivedEvents).size).toBe(1);
      expect(receivedEvents).toHaveLength(2);
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  });
}
