import { browserLocale, signIn } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { wordsOf } from './words.ts';

const DOCUMENT = 'application/vnd.api+json';
const HOOK = 'https://api.partner.example/hooks/orders';
const PARTNER = 'dev@partner.example';
const idOf = (number: number) => `01890000-0000-7000-8000-00000000000${number}`;
const listOf = (type: string, rows: readonly object[], meta = {}) =>
  JSON.stringify({
    data: rows.map((attributes, index) => ({ type, id: idOf(index + 1), attributes })),
    meta: { total: rows.length, page: 1, per: 50, total_pages: 1, ...meta },
    links: { self: '/x', first: '/x', prev: null, next: null, last: '/x' },
  });

const delivery = {
  webhook_id: idOf(9),
  url: HOOK,
  mode: 'live',
  event_id: 'evt_1',
  event: 'order.awaiting_verification',
  order_id: 'np26qs2anvgsskss88ne',
  sequence: 1,
  state: 'failed',
  attempts: 12,
  last_at: '2026-11-23T12:00:00Z',
  last_status: 503,
  last_error: null,
  last_ms: 300,
  next_at: null,
  created_at: '2026-11-22T12:00:00Z',
  settled_at: '2026-11-23T12:00:00Z',
  owner: PARTNER,
};
const server = {
  url: HOOK,
  mode: 'live',
  events: [],
  former_secret_until: null,
  paused_by: 'failing',
  paused_at: '2026-11-23T12:00:00Z',
  paused_reason: null,
  failing_since: '2026-11-20T12:00:00Z',
  last_taken_at: null,
  created_at: '2026-11-01T12:00:00Z',
  waiting: 230,
  failed: 3,
  owner: PARTNER,
  health: 'paused',
};

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test(`${locale}: undelivered events of one server are found from the server and sent again together`, async ({ openContext }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 360, height: 780 } }), OWNER);
    const queries: string[] = [];
    const sent: string[] = [];
    await page.route('**/api/office/v1/webhook_deliveries**', async (route) => {
      const url = new URL(route.request().url());
      if (route.request().method() === 'POST') {
        sent.push(url.pathname);
        const body = JSON.stringify({ data: { type: 'webhook_deliveries', id: idOf(1), attributes: { ...delivery, state: 'pending' } } });
        return await route.fulfill({ status: 202, contentType: DOCUMENT, body });
      }
      queries.push(url.searchParams.get('q') ?? '');
      const rows = sent.length > 0 ? [] : [delivery, { ...delivery, order_id: 'z91cqs2anvgsskss88ne' }, { ...delivery, order_id: null }];
      return await route.fulfill({ contentType: DOCUMENT, body: listOf('webhook_deliveries', rows, { waiting: 0, failed: rows.length }) });
    });
    await page.route('**/api/office/v1/webhooks?**', (route) =>
      route.fulfill({ contentType: DOCUMENT, body: listOf('webhooks', [server]) }),
    );
    await page.goto('/office/webhooks/servers');
    await expect(page.getByText(t('office_webhooks.servers.next_step.paused'))).toBeVisible();
    await expect(page.getByRole('link', { name: PARTNER })).toHaveAttribute('href', `/office/partners?q=${encodeURIComponent(PARTNER)}`);
    expect([await sidewaysOf(page), await violationsOf(page, 'main')]).toEqual([0, []]);
    await page.getByRole('link', { name: t('office_webhooks.servers.failed', { count: 3 }) }).click();
    await expect(page.getByText(t('office_webhooks.events.mark_hint'))).toBeVisible();
    expect(queries.at(-1)).toBe('api.partner.example');
    expect([await sidewaysOf(page), await violationsOf(page, 'main')]).toEqual([0, []]);
    for (const box of (await page.getByRole('row').getByRole('checkbox').all()).slice(0, 2)) await box.check();
    await page.getByRole('button', { name: t('office_webhooks.events.replay_chosen', { count: 2 }), exact: true }).click();
    await expect(page.getByText(t('office.list.nothing_found'))).toBeVisible();
    expect(new Set(sent.map((path) => path.split('/').at(-2)))).toEqual(new Set([idOf(1), idOf(2)]));
    expect(sent).toHaveLength(2);
  });

  test(`${locale}: a long text is published without scrolling past it`, async ({ openContext }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 860 } }), OWNER);
    await page.goto(`/office/content?kind=page`);
    await page.getByRole('row').getByRole('link').first().click();
    const publish = page.getByRole('button', { name: t('office_content.publish'), exact: true });
    await expect(publish).toBeInViewport();
    await page.getByRole('heading', { level: 2, name: t('office_content.history') }).scrollIntoViewIfNeeded();
    await expect(publish).toBeInViewport();
    // Category and place in the list are reached after the texts
    await expect(page.getByLabel(t('office_content.field.category'))).toBeVisible();
    expect([await sidewaysOf(page), await violationsOf(page, 'main')]).toEqual([0, []]);
  });
}
