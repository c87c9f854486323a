import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import { cardSystem, coinSystem } from '#tests/make/sandbox-payment-systems.ts';
import { createSandboxWorld, type SandboxWorld } from '#tests/make/sandbox.ts';

let context: SandboxWorld;
beforeAll(async () => {
  context = await createSandboxWorld();
});
afterAll(async () => {
  await context.close();
});

async function expectPayment(orderId: string, paymentSystem: PaymentSystem = cardSystem()): Promise<RequisitesOffer> {
  const answer = await context.rail.receive({
    orderId,
    paymentSystem,
    amount: 1_234_567_50n,
    payerRequisites: {},
    locale: 'ru',
    successUrl: 'https://exchange.example/o/1?paid&x="',
    failureUrl: 'https://exchange.example/o/1?failed',
  });
  if (answer.outcome !== 'offered') throw new Error(answer.outcome);
  return answer.offer;
}

const page = async (path: string) => (await fetch(context.url + path)).text();
const press = (orderId: string, form: Record<string, string>, headers: Record<string, string> = { origin: context.url }) =>
  fetch(`${context.url}/sandbox/pay/${orderId}`, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(form) });

describe('the pay page', () => {
  it('shows amount and destination in both languages, Russian first', async () => {
    const offer = await expectPayment('page');
    const [russian, english] = [await page('/sandbox/pay/page'), await page('/sandbox/pay/page?lang=en')];
    for (const text of [russian, english]) for (const { value } of offer.fields) expect(text).toContain(value);
    expect(russian).toContain('1\u00A0234\u00A0567,50\u00A0₽');
    expect(russian).toContain('<html lang="ru">');
    expect(english).toContain('1\u00A0234\u00A0567.50\u00A0RUB');
    expect(english).toContain('Pay exactly');
    expect(await page('/sandbox/pay/page?lang=xx')).toContain('<html lang="ru">');
    for (const text of [russian, english]) expect(text).not.toMatch(/sandbox\.[a-z]|requisites\.[a-z]/);
  });

  it('asks for the rest of a partly paid invoice, and for the full amount once it is paid', async () => {
    await expectPayment('rest');
    await press('rest', { scenario: 'short' });
    expect(await page('/sandbox/pay/rest')).toContain('<p class="amount">123\u00A0456,75\u00A0₽</p>');
    await press('rest', { scenario: 'exact' });
    const paid = (await context.provider.payments('rest')).map(({ amount }) => amount);
    expect(paid.toSorted()).toEqual(['1111110.75', '123456.75']);
    expect(await page('/sandbox/pay/rest')).toContain('<p class="amount">1\u00A0234\u00A0567,50\u00A0₽</p>');
  });

  it('has no script and no inline style, and a policy that forbids them', async () => {
    await expectPayment('policy');
    const answer = await fetch(`${context.url}/sandbox/pay/policy`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/i);
    expect((await fetch(`${context.url}/sandbox/pay.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  it.each([
    ['exact', ['1234567.5'], 'Payment sent'],
    ['short', ['1111110.75'], 'Payment sent'],
    ['over', ['1358024.25'], 'Payment sent'],
    ['twice', ['1234567.5', '1234567.5'], 'Payment sent'],
    ['late', ['1234567.5'], 'Payment sent'],
    ['decline', [], 'Payment declined'],
  ])('makes the payment %s and explains what follows', async (scenario, amounts, words) => {
    const orderId = `press-${scenario}`;
    await expectPayment(orderId);
    const answer = await press(orderId, { scenario, lang: 'en' });
    expect(answer.status).toBe(303);
    const text = await page(answer.headers.get('location') ?? '');
    expect(text).toContain(words);
    expect(text).toContain(
      scenario === 'decline' ? 'https://exchange.example/o/1?failed' : 'https://exchange.example/o/1?paid&amp;x=&quot;',
    );
    expect((await context.provider.ledger(orderId)).map((entry) => entry.amount)).toEqual(amounts);
  });

  it('announces confirmations if they follow', async () => {
    const slow = await createSandboxWorld({ database: context.database, timing: { confirmationMs: 60_000 } });
    try {
      const offer = await slow.rail.receive({
        orderId: 'slow',
        paymentSystem: coinSystem(),
        amount: 5n,
        payerRequisites: {},
        locale: 'ru',
        successUrl: 'https://e.example/',
        failureUrl: 'https://e.example/',
      });
      expect(offer.outcome).toBe('offered');
      const answer = await fetch(`${slow.url}/sandbox/pay/slow`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: slow.url },
        body: new URLSearchParams({ scenario: 'exact', lang: 'en' }),
      });
      const text = await (await fetch(slow.url + (answer.headers.get('location') ?? ''))).text();
      expect(text).toContain('Confirmations come within seconds');
      expect(text).toContain('on the network, 0 of 3');
    } finally {
      await slow.close();
    }
  });

  it('refuses a form submitted from another page', async () => {
    await expectPayment('foreign');
    const headers = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${context.url}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const each of headers)
      expect((await press('foreign', { scenario: 'exact', lang: 'ru' }, each as Record<string, string>)).status).toBe(403);
    expect(await context.provider.ledger('foreign')).toEqual([]);
  });

  it('refuses an unknown scenario', async () => {
    await expectPayment('button');
    expect((await press('button', { scenario: 'steal' })).status).toBe(403);
    expect((await press('button', {})).status).toBe(403);
    expect((await press('nobody', { scenario: 'exact' })).status).toBe(404);
    expect(await context.provider.ledger('button')).toEqual([]);
  });

  it('answers 404 for an unknown order without repeating its id', async () => {
    const answer = await fetch(`${context.url}/sandbox/pay/${encodeURIComponent('<b>nobody</b>')}?lang=en`);
    expect(answer.status).toBe(404);
    const text = await answer.text();
    expect(text).toContain('No such order');
    expect(text).not.toContain('nobody');
  });

  it('escapes the values it shows', async () => {
    await expectPayment('<i>&order');
    const text = await page(`/sandbox/pay/${encodeURIComponent('<i>&order')}`);
    expect(text).toContain('&lt;i&gt;&amp;order');
    expect(text).not.toContain('<i>');
  });
});

describe('a payment form', () => {
  it('redirects to the pay page of the order in its fields', async () => {
    const offer = await expectPayment('form', cardSystem({ railSettings: { offer: 'form' } }));
    expect(offer).toMatchObject({ kind: 'form', method: 'POST' });
    const answer = await fetch(offer.url ?? '', { method: 'POST', redirect: 'manual', body: new URLSearchParams(offer.formFields ?? {}) });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/sandbox/pay/form?lang=ru');
    expect(await context.provider.ledger('form')).toEqual([]);
  });

  it('without an order is refused', async () => {
    expect((await fetch(`${context.url}/sandbox/checkout`, { method: 'POST', body: new URLSearchParams({}) })).status).toBe(404);
  });

  it('is a link if the payment system is set so', async () => {
    const offer = await expectPayment('redirect', cardSystem({ railSettings: { offer: 'redirect' } }));
    expect((await fetch(offer.url ?? '')).status).toBe(200);
  });
});
