import { describe, expect, test } from 'vitest';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createGuestCookies } from './guest-cookies.ts';

const secrets = createSecrets('a secret of tests, 32 characters');
const guestKeys = { header: 'order-token', itemsCookie: 'orders' };
const guests = createGuestCookies({ secrets, random: systemRandom, publicUrl: 'https://razmen.example', guestKeys });
const pairOf = (setCookie: string): string => setCookie.split(';', 1)[0] ?? '';
const idOf = (n: number): string => `order${String(n).padStart(15, '0')}`;

describe('the items of a guest', () => {
  test('are in one sealed cookie, the newest thirty, not readable by scripts', () => {
    let cookies = '';
    for (let n = 1; n <= 40; n++) cookies = pairOf(guests.addItem(cookies, idOf(n)));
    expect(guests.itemIds(cookies)).toEqual(Array.from({ length: 30 }, (_, index) => idOf(40 - index)));
    expect(cookies).not.toContain('order0');
    expect(cookies.length).toBeLessThan(1_400);
    expect(guests.addItem(cookies, idOf(41))).toMatch(/^__Host-orders=[\w-]+; Max-Age=5184000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('that are opened again come first, once', () => {
    const cookies = [1, 2, 1].reduce((cookie, n) => pairOf(guests.addItem(cookie, idOf(n))), 'theme=dark');
    expect(guests.itemIds(`theme=dark; ${cookies}`)).toEqual([idOf(1), idOf(2)]);
  });

  test('are empty in a cookie that we did not seal', () => {
    const foreign = createGuestCookies({
      secrets: createSecrets('another secret of tests, 32 chars'),
      random: systemRandom,
      publicUrl: 'https://razmen.example',
      guestKeys,
    });
    const forged = [
      undefined,
      '',
      '__Host-orders=',
      '__Host-orders=x',
      `__Host-orders=${Buffer.from('{"orders":["a"]}').toString('base64url')}`,
      pairOf(foreign.addItem('', 'a')),
      `__Host-orders=${secrets.seal('{"card_number":"4111"}').toString('base64url')}`,
      `__Host-orders=${secrets.seal('["a"]').toString('base64url')}`,
    ];
    for (const cookies of forged) expect(guests.itemIds(cookies)).toEqual([]);
  });
});

describe('the key of a guest', () => {
  test('is individual, and malformed values are not accepted', () => {
    const [first, second] = [guests.newKey(), guests.newKey()];
    expect(pairOf(first)).not.toBe(pairOf(second));
    expect(guests.keyOf(pairOf(first))).toMatch(/^[\w-]{22}$/);
    for (const cookies of [undefined, '', 'guest=x', '__Host-guest=x', `__Host-guest=${'a'.repeat(23)}`])
      expect(guests.keyOf(cookies)).toBeUndefined();
  });
});
