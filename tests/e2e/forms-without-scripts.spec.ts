import { randomUUID } from 'node:crypto';
import { browserLocale, signInByCall } from './office-page.ts';
import { sidewaysOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { CUSTOMER, localesOf, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PAGES = [
  '/',
  '/faq',
  '/directions',
  '/business',
  '/reserve-request?to=LTC&from=SBERRUB&amount=5',
  '/reviews',
  '/support',
  '/order/continue',
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/new-password?token=x',
  '/not-me?token=x',
  '/not-mine?token=x',
  '/mail/off?t=x',
  '/account',
  '/account/settings',
  '/account/contacts',
  '/account/orders',
  '/account/wallets',
  '/account/cards',
  '/account/requests',
  '/account/letters',
  '/account/data',
  '/account/security',
  '/account/earnings',
  '/account/earnings/withdraw',
  '/account/earnings/api',
  '/account/earnings/api/webhooks',
];

interface Form {
  readonly method: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

/** Forms as submitted without scripts, one per button. */
function formsOf(html: string, address: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = '', body = '']) => {
    const action = new URL(attribute(` ${head}`, 'action') || address, address).href;
    const method = (attribute(` ${head}`, 'method') ?? 'get').toLowerCase();
    const inputs = [...body.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].flatMap(([tag]) => {
      const name = attribute(tag, 'name');
      return name === undefined || attribute(tag, 'type') === 'file' ? [] : [[name, attribute(tag, 'value') ?? ''] as const];
    });
    const buttons = [...body.matchAll(/<button\b[^>]*>/g)].flatMap(([tag]) => {
      const name = attribute(tag, 'name');
      return name === undefined ? [] : [[name, attribute(tag, 'value') ?? ''] as const];
    });
    const fields = Object.fromEntries(inputs);
    return buttons.length === 0
      ? [{ method, action, fields }]
      : buttons.map(([name, value]) => ({ method, action, fields: { ...fields, [name]: value } }));
  });
}

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' };

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);

  test(`${locale}: every form sent without scripts in an expired session ends on one of our pages (R75)`, async ({ openContext }) => {
    test.setTimeout(180_000);
    const own = await openContext({});
    await signInByCall(own, CUSTOMER);
    const over = await openContext({ extraHTTPHeaders: { origin: productUrl() } });
    await over.addCookies([{ name: 'session', value: 'x'.repeat(43), url: productUrl() }]);
    const seen = new Set<string>();
    const bare: string[] = [];
    for (const path of PAGES) {
      const address = productUrl() + pathIn(locale, path);
      const html = await (await own.request.get(address, { headers: NAVIGATION })).text();
      for (const form of formsOf(html, address)) {
        const key = JSON.stringify([form.method, form.action, form.fields['deed']]);
        if (seen.has(key)) continue;
        seen.add(key);
        const sent =
          form.method === 'post'
            ? await over.request.post(form.action, { form: { ...form.fields }, headers: NAVIGATION })
            : await over.request.get(form.action, { params: { ...form.fields }, headers: NAVIGATION });
        const type = sent.headers()['content-type'] ?? '';
        if (!type.startsWith('text/html') || sent.status() >= 500) bare.push(`${key} -> ${sent.status()} ${type}`);
      }
    }
    expect(seen.size).toBeGreaterThan(15);
    expect(bare).toEqual([]);
  });

  test(`${locale}: the page of a refused file gives the reason and a link back`, async ({ openContext, guard }) => {
    guard.allow(/40[134]/);
    const context = await openContext({ locale: browserLocale(locale), viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await signInByCall(context, CUSTOMER);
    const file = `/api/v1/user/exports/${randomUUID()}/file`;
    await page.goto(pathIn(locale, '/account/data'));
    const answered = page.waitForResponse(`**${file}`);
    await page.evaluate((address) => location.assign(address), file);
    expect((await answered).headers()['content-type']).toContain('text/html');
    await expect(page.getByRole('heading', { level: 1, name: t('refusals.title.not_found') })).toBeVisible();
    expect(await sidewaysOf(page)).toBe(0);
    await page.getByRole('link', { name: t('away.file.back') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('own.data.title') })).toBeVisible();
    // The session has ended: the same address says so, and its page links to the sign-in
    await context.clearCookies();
    await page.goto(file);
    await expect(page.locator('h1')).toHaveText(t('refusals.title.not_authenticated'));
    await page.locator('a').click();
    await expect(page).toHaveURL(/\/sign-in\?next=/);
  });
}
