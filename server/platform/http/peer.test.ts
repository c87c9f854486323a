import { describe, expect, test } from 'vitest';
import { networkPrefixOf, peerOf } from './peer.ts';

describe('the client of a network address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0:ffff::2', '2001:db8:0:0'],
    ['2001:0DB8::5:0:0:1', '2001:db8:0:0'],
    ['2001:db8:0:1::1', '2001:db8:0:1'],
    ['2001:db8::1:0:0:0:1', '2001:db8:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
  ])('%s is %s', (ip, peer) => {
    expect(peerOf(ip)).toBe(peer);
  });
});

describe('a network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.'],
    ['2001:db8:0:1::1', '2001:db8:0:'],
  ])('of %s begins with %s', (ip, prefix) => {
    expect(networkPrefixOf(peerOf(ip))).toBe(prefix);
  });
});
