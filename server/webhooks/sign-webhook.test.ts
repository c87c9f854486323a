import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '#contract/partner/verify-webhook.ts';
import { systemRandom } from '#server/platform/random.ts';
import { makeWebhookSecret, webhookHeaders } from './webhook-url.ts';

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

  test('are those of the published scheme', async () => {
    expect(headers['webhook-signature']).toBe(VECTOR.signature);
    expect(await check(headers)).toBe(true);
  });

  test('hold for one id, one time, one body and one secret', async () => {
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

  test('end after five minutes, in either direction', async () => {
    expect(await check(headers, { now: VECTOR.at + 300_000 })).toBe(true);
    expect(await check(headers, { now: VECTOR.at + 301_000 })).toBe(false);
    expect(await check(headers, { now: VECTOR.at - 301_000 })).toBe(false);
  });

  test('come twice while a secret is changed, and each of both opens them', async () => {
    const [next, former, other] = [1, 2, 3].map(() => makeWebhookSecret(systemRandom));
    const both = webhookHeaders([next ?? '', former ?? ''], VECTOR);
    expect(both['webhook-signature'].split(' ')).toHaveLength(2);
    expect(await check(both, { secret: next ?? '' })).toBe(true);
    expect(await check(both, { secret: former ?? '' })).toBe(true);
    expect(await check(both, { secret: other ?? '' })).toBe(false);
  });
});
