import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy, isWithin, readClaim, readNetwork } from './authenticate-signed.ts';

const SECRET = 'sk_test';
const KEY = `pk_live_${'0'.repeat(20)}`;
const CALL = { method: 'POST', target: '/api/v1/orders?include[]=income_wallet', body: Buffer.from('{"a":1}') };

const signed = ({ method, target, body } = CALL, timestamp = '1795334400.5') => {
  const hash = createHash('sha256').update(body).digest('hex');
  const mac = createHmac('sha256', SECRET).update(`${timestamp}\n${method}\n${target}\n${hash}`).digest('hex');
  return { 'partner-key': KEY, 'partner-timestamp': timestamp, 'partner-signature': `v1=${mac}` };
};
const isTaken = (call: typeof CALL, headers: Readonly<Record<string, string | string[]>>): boolean => {
  const claim = readClaim({ ...call, headers });
  return claim !== undefined && isSignedBy(['sk_other', SECRET], claim);
};

describe('a signature', () => {
  it('equals the example of the documentation', () => {
    const call = { method: 'GET', target: '/api/v1/payment_systems', body: Buffer.alloc(0) };
    expect(signed(call, '1795334400')['partner-signature']).toBe('v1=a8afdb30db01843251d8a6811974fa3e095f565613a898603c29cdb175dc9e7c');
    expect(isTaken(call, signed(call, '1795334400'))).toBe(true);
  });

  it('is valid only for the signed content', () => {
    const headers = signed();
    expect(isTaken(CALL, headers)).toBe(true);
    const others = [
      { ...CALL, method: 'PUT' },
      { ...CALL, method: 'post' },
      ...[
        '/api/v1//orders?include[]=income_wallet',
        '/api/v1/%6frders?include[]=income_wallet',
        '/api/v1/./orders?include[]=income_wallet',
      ].map((target) => ({ ...CALL, target })),
      { ...CALL, target: '/api/v1/orders' },
      { ...CALL, target: '/api/v1/orders?include%5B%5D=income_wallet' },
      { ...CALL, body: Buffer.from('{"a": 1}') },
      { ...CALL, body: Buffer.alloc(0) },
    ];
    for (const other of others) expect(isTaken(other, headers), JSON.stringify(other)).toBe(false);
    expect(isTaken(CALL, { ...headers, 'partner-timestamp': '1795334400.50' })).toBe(false);
  });

  it('is invalid when a header is missing, repeated or malformed', () => {
    const headers = signed();
    const [key, timestamp, signature] = [headers['partner-key'], headers['partner-timestamp'], headers['partner-signature']];
    const broken = [
      {},
      { 'partner-key': key },
      { ...headers, 'partner-key': `${key}, ${key}` },
      { ...headers, 'partner-key': [key, key] },
      { ...headers, 'partner-timestamp': `${timestamp}, ${timestamp}` },
      { ...headers, 'partner-timestamp': '1e9' },
      { ...headers, 'partner-timestamp': ' 1795334400' },
      { ...headers, 'partner-signature': `${signature}, ${signature}` },
      { ...headers, 'partner-signature': signature.toUpperCase() },
      { ...headers, 'partner-signature': signature.slice(3) },
      { ...headers, 'partner-signature': signature.replace('v1', 'v2') },
    ];
    for (const one of broken) expect(readClaim({ ...CALL, headers: one }), JSON.stringify(one)).toBeUndefined();
  });
});

describe('addresses of a key', () => {
  const canonical = (input: string) => {
    const read = readNetwork(input);
    return read.ok ? read.value : undefined;
  };

  it('are parsed strictly', () => {
    expect(['203.0.113.7', '203.0.113.0/24', ' 2001:DB8::/48 ', '::ffff:203.0.113.7'].map(canonical)).toEqual([
      '203.0.113.7/32',
      '203.0.113.0/24',
      '2001:db8::/48',
      '::ffff:203.0.113.7/128',
    ]);
    const broken = [
      '',
      '203.0.113',
      '203.0.113.7/33',
      '203.0.113.7/0',
      '0x7f.1',
      '203.0.113.0/24/1',
      'fe80::1%eth0',
      '2001:db8::/129',
      'example.com',
      '203.0.113.7/1e1',
    ];
    expect(broken.map(canonical)).toEqual(broken.map(() => undefined));
  });

  it('admit a listed address in any notation', () => {
    const networks = ['203.0.113.0/24', '2001:db8:1::/48', '::ffff:198.51.100.7/128'];
    const inside = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::5', '198.51.100.7', '::ffff:198.51.100.7'];
    expect(inside.filter((ip) => !isWithin(networks, ip))).toEqual([]);
    expect(
      ['203.0.114.1', '2001:db8:2::5', '::ffff:203.0.114.1', '198.51.100.8', 'unknown'].filter((ip) => isWithin(networks, ip)),
    ).toEqual([]);
    expect(isWithin([], '203.0.114.1')).toBe(true);
  });
});
