import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXAMPLE_CALCULATION, EXAMPLE_ID } from '#contract/example-of.ts';
import { signCall } from '#contract/partner/sign-call.ts';
import { signedText } from '#core/partner/partner.ts';
import { widgetAddress, widgetSnippet } from './WidgetBuilder.tsx';
import { createdIdsIn, curlSample, SIGN_SAMPLE, typescriptSample, VECTOR, VERIFY_SAMPLE, withCreatedIds } from './samples.ts';

/** Runs a sample exactly as the page shows it. */
const load = async (sample: string) =>
  (await import(`data:text/javascript,${encodeURIComponent(sample)}`)) as Record<string, (...args: unknown[]) => unknown>;

afterEach(() => void vi.useRealTimers());

describe('the signing sample', () => {
  it('gives the signature stated on the page', () => {
    const text = signedText({
      timestamp: '1795334400',
      method: 'GET',
      target: '/api/v1/payment_systems',
      bodyHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
    expect(VECTOR).toBe(`v1=${createHmac('sha256', 'sk_test').update(text).digest('hex')}`);
  });

  it('signs like the page itself', async () => {
    const now = 1_795_334_400_123;
    vi.useFakeTimers({ now });
    const { sign } = await load(SIGN_SAMPLE);
    const body = '{"data":{"type":"orders"},"note":"рубли"}';
    const byPage = await signCall({ secret: 'sk_1', method: 'POST', target: '/api/v1/orders?a=b', body, now });
    const bySample = sign?.('sk_1', 'POST', '/api/v1/orders?a=b', body) as Record<string, string>;
    expect(Object.fromEntries(Object.entries(bySample).map(([name, value]) => [name.toLowerCase(), value]))).toEqual(byPage);
  });
});

it('the verification sample accepts signed events only', async () => {
  const { verify } = await load(VERIFY_SAMPLE);
  const time = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from('a secret of thirty-two bytes....');
  const mac = createHmac('sha256', key).update(`ev_1.${time}.{}`).digest('base64');
  const secret = `whsec_${key.toString('base64')}`;
  const headers = { 'webhook-id': 'ev_1', 'webhook-timestamp': time, 'webhook-signature': `v1,AAAA v1,${mac}` };
  expect(verify?.(secret, headers, '{}')).toBe(true);
  expect(verify?.(secret, headers, '{ }')).toBe(false);
  expect(verify?.(secret, { ...headers, 'webhook-id': 'ev_2' }, '{}')).toBe(false);
  expect(verify?.(secret, { ...headers, 'webhook-timestamp': '1795334400' }, '{}')).toBe(false);
  expect(verify?.(secret, {}, '{}')).toBe(false);
});

it('input is quoted in the samples of a call', () => {
  const sample = { call: { method: 'POST', isCommand: true }, target: "/api/v1/orders?q='$(id)", body: `{"a": "it's"}` } as const;
  expect(curlSample(sample, 'https://shop.example')).toContain(String.raw`TARGET='/api/v1/orders?q='\''$(id)'`);
  expect(curlSample(sample, 'https://shop.example')).toContain(String.raw`BODY='{"a":"it'\''s"}'`);
  expect(typescriptSample(sample, 'https://shop.example')).toContain(`const target = "/api/v1/orders?q='$(id)";`);
});

describe('the HTML of a widget', () => {
  const settings = { from: 'BTC', to: 'SBERRUB', amount: '', theme: '', accent: '#0a7d4f', lang: 'en', rid: 'abc' };

  it('has the settings, and a link for pages without scripts', () => {
    expect(widgetSnippet('https://shop.example', settings, 'Exchange')).toBe(
      '<script src="https://shop.example/widget.js" data-from="BTC" data-to="SBERRUB" data-accent="#0a7d4f" data-lang="en" data-rid="abc" async></script>\n' +
        '<noscript><a href="https://shop.example/en/exchange/btc-sberrub?rid=abc">Exchange</a></noscript>',
    );
    expect(widgetAddress(settings)).toBe('/widget?from=BTC&to=SBERRUB&accent=%230a7d4f&lang=en&rid=abc');
  });

  it('escapes tags in the settings', () => {
    const html = widgetSnippet('https://shop.example', { ...settings, rid: '"><script>alert(1)</script>' }, '<b>');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<b>');
  });
});

it('later examples use the ids of the order and the calculation created before', () => {
  const calculation = createdIdsIn('{\n  "data": {\n    "type": "rate_calculations",\n    "id": "WzEs",\n    "attributes": {} } }');
  const ids = { ...calculation, ...createdIdsIn('{"data":{"type":"orders","id":"v4dqf5y9pfsa6q4a0yyq"}}') };
  expect(withCreatedIds(`{"rate_calculation_id":"${EXAMPLE_CALCULATION}"}`, ids)).toBe('{"rate_calculation_id":"WzEs"}');
  expect(withCreatedIds(`/api/v1/orders/${EXAMPLE_ID}`, ids)).toBe('/api/v1/orders/v4dqf5y9pfsa6q4a0yyq');
  expect(withCreatedIds(`/api/v1/orders/${EXAMPLE_ID}`, createdIdsIn('{"errors":[]}'))).toBe(`/api/v1/orders/${EXAMPLE_ID}`);
});
