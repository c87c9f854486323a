import { expect, test } from 'vitest';
import { siteUrl } from './site-url.ts';

test.each([
  ['shop.example', 'https://shop.example'],
  [' http://shop.example/a?b=1 ', 'http://shop.example/a?b=1'],
  ['магазин.рф', 'https://магазин.рф'],
  ['shop.example:8443/x', 'https://shop.example:8443/x'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//shop.example', undefined],
  [String.raw`https:\\shop.example`, undefined],
  ['https://user@shop.example', undefined],
  ['127.0.0.1', undefined],
  ['localhost', undefined],
  ['', undefined],
])('a site %s is stored as %s', (input, expected) => expect(siteUrl(input)).toBe(expected));
