import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '#contract/partner/verify-webhook.ts';
import { MINUTE_MS } from '#core/time.ts';
import { systemRandom } from '#server/platform/random.ts';
import { makeWebhookSecret, webhookHeaders } from '#server/platform/standard-webhook.ts';
import { checkWebhookUrl, parseRetryAfterMs } from './webhook-request.ts';

const checkUrl = (text: string, allowedHosts: readonly string[] = []) => {
  const checked = checkWebhookUrl(text, { allowedHosts, ownHost: 'shop.example.com' });
  return checked.ok ? checked.url.href : checked.problem;
};

test.each([
  ['', 'not_a_url'],
  ['hooks.partner.com/a', 'not_a_url'],
  ['https://', 'not_a_url'],
  [`https://partner.com/${'a'.repeat(500)}`, 'not_a_url'],
  ['https://partner.com/\r\nHost: x', 'not_a_url'],
  [' https://partner.com/', 'not_a_url'],
  ['https:\\\\partner.com', 'not_a_url'],
  ['https://partner.com/\u202e', 'not_a_url'],
  ['https://partner.com/#a', 'not_a_url'],
  ['http://partner.com/', 'not_encrypted'],
  ['ftp://partner.com/', 'not_encrypted'],
  ['file:///etc/passwd', 'not_encrypted'],
  ['javascript:alert(1)', 'not_encrypted'],
  ['gopher://127.0.0.1:6379/_x', 'not_encrypted'],
  ['https://user:pass@partner.com/', 'has_credentials'],
  ['https://partner.com@127.0.0.1/', 'has_credentials'],
  ['https://127.0.0.1/', 'not_a_name'],
  ['https://2130706433/', 'not_a_name'],
  ['https://0x7f000001/', 'not_a_name'],
  ['https://0177.0.0.1/', 'not_a_name'],
  ['https://0x7f.1/', 'not_a_name'],
  ['https://127.1/', 'not_a_name'],
  ['https://0/', 'not_a_name'],
  ['https://①②⑦.⓪.⓪.①/', 'not_a_name'],
  ['https://127。0。0。1/', 'not_a_name'],
  ['https://[::1]/', 'not_a_name'],
  ['https://[::ffff:127.0.0.1]/', 'not_a_name'],
  ['https://[::ffff:7f00:1]/', 'not_a_name'],
  ['https://[fd00:ec2::254]/latest/meta-data/', 'not_a_name'],
  ['https://169.254.169.254/latest/meta-data/', 'not_a_name'],
  ['https://8.8.8.8/', 'not_a_name'],
  ['https://localhost/', 'not_a_name'],
  ['https://partner.com./', 'not_a_name'],
  ['https://part_ner.com/', 'not_a_name'],
  ['https://a.localhost/', 'not_public'],
  ['https://db.internal/', 'not_public'],
  ['https://metadata.google.internal/', 'not_public'],
  ['https://printer.local/', 'not_public'],
  ['https://router.home.arpa/', 'not_public'],
  ['https://1.0.0.127.in-addr.arpa/', 'not_public'],
  ['https://partner.com:22/', 'wrong_port'],
  ['https://partner.com:6379/', 'wrong_port'],
  ['https://shop.example.com/api/v1/orders', 'our_own'],
])('%j is refused: %s', (text, problem) => expect(checkUrl(text)).toBe(problem));

test.each([
  ['https://hooks.partner.com/razmen?key=1', 'https://hooks.partner.com/razmen?key=1'],
  ['https://hooks.partner.com:443/', 'https://hooks.partner.com/'],
  ['https://hooks.partner.com:8443/a', 'https://hooks.partner.com:8443/a'],
  ['https://пример.рф/хук', 'https://xn--e1afmkfd.xn--p1ai/%D1%85%D1%83%D0%BA'],
])('%j is accepted', (text, href) => expect(checkUrl(text)).toBe(href));

test('allowed hosts of a demonstration are given by host and port', () => {
  const allowed = ['127.0.0.1:4100'];
  expect(checkUrl('http://127.0.0.1:4100/hook', allowed)).toBe('http://127.0.0.1:4100/hook');
  expect(checkUrl('http://2130706433:4100/hook', allowed)).toBe('http://127.0.0.1:4100/hook');
  expect(checkUrl('http://127.0.0.1:4101/hook', allowed)).toBe('not_encrypted');
  expect(checkUrl('http://a:b@127.0.0.1:4100/', allowed)).toBe('has_credentials');
});

test('reads Retry-After as seconds or a date', () => {
  const now = Date.parse('2026-11-22T07:00:00Z');
  expect(parseRetryAfterMs('120', now)).toBe(120_000);
  expect(parseRetryAfterMs('Sun, 22 Nov 2026 07:01:00 GMT', now)).toBe(MINUTE_MS);
  expect(parseRetryAfterMs('Sun, 22 Nov 2020 07:01:00 GMT', now)).toBe(0);
  for (const invalid of [undefined, '', 'soon', '-1', '99999999999']) expect(parseRetryAfterMs(invalid, now)).toBeNull();
});

/** The published vector of Standard Webhooks. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: 1_614_265_330_000,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
type Headers = ReturnType<typeof webhookHeaders>;

const check = (headers: Partial<Headers>, more: { secret?: string; body?: string; now?: number } = {}) =>
  verifyWebhook({ secret: VECTOR.secret, body: VECTOR.body, now: VECTOR.at, ...more, header: (name) => headers[name] });

describe('signatures of webhooks', () => {
  const headers = webhookHeaders([VECTOR.secret], VECTOR);

  test('follow the published scheme', async () => {
    expect(headers['webhook-signature']).toBe(VECTOR.signature);
    expect(await check(headers)).toBe(true);
  });

  test('are valid for one id, one time, one body and one secret', async () => {
    expect(await check(headers, { body: `${VECTOR.body} ` })).toBe(false);
    expect(await check({ ...headers, 'webhook-id': 'msg_another' })).toBe(false);
    expect(await check({ ...headers, 'webhook-timestamp': '1614265331' })).toBe(false);
    expect(await check(headers, { secret: makeWebhookSecret(systemRandom) })).toBe(false);
    expect(await check(headers, { secret: VECTOR.secret.slice(6) })).toBe(false);
    expect(await check({ ...headers, 'webhook-signature': VECTOR.signature.replace('v1,', 'v2,') })).toBe(false);
    for (const garbage of ['', 'v1,', 'v1,!!!', 'v1,AAAA', 'g0hM'])
      expect(await check({ ...headers, 'webhook-signature': garbage }), garbage).toBe(false);
    expect(await check({})).toBe(false);
  });

  test('expire after five minutes, before and after the time', async () => {
    expect(await check(headers, { now: VECTOR.at + 300_000 })).toBe(true);
    expect(await check(headers, { now: VECTOR.at + 301_000 })).toBe(false);
    expect(await check(headers, { now: VECTOR.at - 301_000 })).toBe(false);
  });

  test('are sent twice while a secret is rotated, and either secret verifies them', async () => {
    const [next, former, other] = [1, 2, 3].map(() => makeWebhookSecret(systemRandom));
    const both = webhookHeaders([next ?? '', former ?? ''], VECTOR);
    expect(both['webhook-signature'].split(' ')).toHaveLength(2);
    expect(await check(both, { secret: next ?? '' })).toBe(true);
    expect(await check(both, { secret: former ?? '' })).toBe(true);
    expect(await check(both, { secret: other ?? '' })).toBe(false);
  });
});
