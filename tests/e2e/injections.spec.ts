import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { INJECTIONS, inTexts } from '#tests/make/injections.ts';
import { signIn } from './office-page.ts';
import { pay } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { OWNER, productUrl } from './product.ts';
import { send, signUp } from './signed-calls.ts';

const SHORT = '<img src=x onerror=window.__ran=1>';
const IN_ATTRIBUTE = '"><svg/onload=window.__ran=1>';
const OFFICE = '/api/office/v1';

/** What a browser does that no text may make it do. Errors on its console and breaches of the content policy fail every test. */
function watch(context: BrowserContext): readonly string[] {
  const findings: string[] = [];
  const own = new URL(productUrl()).host;
  context.on('dialog', (dialog) => {
    findings.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== own) findings.push(`asked ${request.url()}`);
  });
  return findings;
}

/** An order whose one free text is hostile, paid and completed. */
async function order(request: APIRequestContext, email: string): Promise<string> {
  const sides = { income_payment_system_id: 'ADVCUSD', outcome_payment_system_id: 'SBPRUB' };
  const asked = { type: 'rate_calculations', attributes: { income_amount: '50', ...sides } };
  const quote = await send(request, 'POST /api/v1/rate_calculations/from_income', asked);
  const attributes = {
    payment_system_from_id: 'ADVCUSD',
    payment_system_to_id: 'SBPRUB',
    income_amount: '50',
    rate_calculation_id: quote.id,
    email,
    income_requisites: { wallet: 'U123456789012' },
    outcome_requisites: { phone: '+79161234567', bank: SHORT },
    accept_terms: true,
  };
  const { id } = await send(request, 'POST /api/v1/orders', { type: 'orders', attributes });
  await send(request, `POST /api/v1/orders/${id}/get_requisites`, { type: 'requisites' });
  await pay(id, 'exact');
  const status = async () => (await send(request, `GET /api/v1/orders/${id}`, { type: 'orders' })).attributes['status'];
  await expect.poll(status, { timeout: 30_000 }).toBe('completed');
  return id;
}

/** What customers can write anything into. */
async function writeAsCustomer(request: APIRequestContext, orderId: string, email: string): Promise<void> {
  const say = (text: string) =>
    send(request, 'POST /api/v1/chat/messages', { type: 'chat_messages', attributes: { text, order_id: orderId } });
  for (const text of inTexts(3_900)) await say(text);
  for (const comment of inTexts(1_900)) {
    const multipart = { email, url: 'shop.example', monthly_turnover: SHORT, business_area: IN_ATTRIBUTE, comment };
    const asked = await request.post('/api/v1/online_payments/request', { multipart, headers: { 'site-locale': 'en' } });
    expect(asked.status(), await asked.text()).toBe(201);
  }
  const review = { rating: 5, text: inTexts(900)[0] ?? '', name: SHORT, version: 0 };
  await send(request, `PUT /api/v1/orders/${orderId}/review`, { type: 'order_reviews', attributes: review });
}

/** A text of the site that says all of it: in its words, in those of links and in every line around them. */
async function publish(request: APIRequestContext, stamp: string): Promise<string> {
  const type = 'content_items';
  const item = await send(request, `POST ${OFFICE}/content_items`, { type, attributes: { category_id: '2' } });
  const said = INJECTIONS.map((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '));
  const linked = [{ type: 'link', attrs: { href: '/faq' } }];
  const content = said.map((text, index) => ({
    type: 'paragraph',
    content: [{ type: 'text', text, ...(index % 3 === 0 ? { marks: linked } : {}) }],
  }));
  const lines = {
    title: `${SHORT} ${stamp}`,
    slug: `hostile-${stamp}`,
    seolink: `hostile-${stamp}`,
    excerpt: said.join(' ').slice(0, 500),
  };
  const seo = { title: `</title>${SHORT}`, description: `">${SHORT}` };
  const text = { ...lines, body: { type: 'doc', content }, seo };
  const draft = { revision: item.attributes['revision'], category_id: '2', sort: 0, ru: text, en: text };
  const saved = await send(request, `PUT ${OFFICE}/content_items/${item.id}/draft`, { type, attributes: draft });
  const published = { revision: saved.attributes['revision'], note: SHORT };
  await send(request, `POST ${OFFICE}/content_items/${item.id}/publish`, { type, attributes: published });
  return item.id;
}

interface About {
  readonly orderId: string;
  readonly customerId: string;
  readonly stamp: string;
}

/** What the people of the shop can write anything into. Tells where the talk about the order is. */
async function writeAsOperator(request: APIRequestContext, { orderId, customerId, stamp }: About): Promise<string> {
  const write = (path: string, type: string, attributes?: object) =>
    send(request, `POST ${OFFICE}/${path}`, { type, ...(attributes === undefined ? {} : { attributes: { ...attributes } }) });
  for (const [index, note] of inTexts(1_900).entries()) {
    await write(`orders/${orderId}/notes`, 'notes', { note });
    await write(`customers/${customerId}/notes`, 'customer_notes', { note, audience: 'office' });
    const listed = { kind: 'email', value: `kept-out-${index}-${stamp}@example.org`, reason: 'other', note };
    await write('blacklist_entries', 'blacklist_entries', listed);
    // What stands in braces is filled in: nothing else is taken
    const ready = note.replaceAll(/[{}]/g, ' ');
    await write('canned_replies', 'canned_replies', { title: `${SHORT} ${index}`, text_ru: ready, text_en: ready });
  }
  const talk = await write(`orders/${orderId}/chat_thread`, 'chat_threads');
  for (const text of inTexts(3_900)) await write(`chat_threads/${talk.id}/notes`, 'chat_threads', { text });
  return talk.id;
}

/** Opens a page where some of it can be read, and looks whether anything of it ran. */
async function read(page: Page, path: string): Promise<void> {
  // Pages that are kept for all are drawn anew in a moment
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(/__ran/).first()).toBeVisible({ timeout: 5_000 });
  }, path).toPass({ timeout: 30_000 });
  if (!path.startsWith('/office')) await untilRunning(page);
  expect(await page.evaluate(() => '__ran' in globalThis || 'polluted' in {}), path).toBe(false);
}

test('what strangers and colleagues write is read by customers and operators, and runs nowhere (R47)', async ({ page, openContext }) => {
  const stamp = Date.now().toString(36);
  const email = `hostile-${stamp}@example.org`;
  const office = await signIn(await openContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } }), OWNER);
  const findings = [watch(page.context()), watch(office.context())];
  await signUp(page, email, 'en');
  const orderId = await order(page.request, email);
  await writeAsCustomer(page.request, orderId, email);
  const customer = await send(office.request, `GET ${OFFICE}/customers?q=${email}`, { type: 'customers' });
  const review = await send(office.request, `GET ${OFFICE}/reviews?state=all&q=${orderId}`, { type: 'reviews' });
  const decided = { decision: 'published', version: review.attributes['version'] };
  await send(office.request, `POST ${OFFICE}/reviews/${review.id}/decide`, { type: 'reviews', attributes: decided });
  const talkId = await writeAsOperator(office.request, { orderId, customerId: customer.id, stamp });
  const textId = await publish(office.request, stamp);

  for (const path of [`news/hostile-${stamp}`, 'news', 'reviews']) await read(page, `/en/${path}`);
  for (const path of [`/en/order/${orderId}`, '/en/support', '/en/account']) {
    await page.goto(path);
    await untilRunning(page);
    expect(await page.evaluate(() => '__ran' in globalThis), path).toBe(false);
  }
  const screens = [
    `orders/${orderId}`,
    `customers/${customer.id}`,
    `chat/${talkId}`,
    'chat/replies',
    `content/${textId}`,
    'content',
    `reviews?state=published&q=${orderId}`,
  ];
  for (const screen of [...screens, `blacklist?q=${stamp}`, `business-requests?q=${email}`]) await read(office, `/office/${screen}`);
  expect(findings).toEqual([[], []]);
});
