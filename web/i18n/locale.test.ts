import { expect, test } from 'vitest';
import { barePath } from './locale.ts';

test('an address keeps its page without its language, and never becomes another host', () => {
  expect(['/', '/en', '/en/', '/en/order/x', '/order/x'].map(barePath)).toEqual(['/', '/', '/', '/order/x', '/order/x']);
  for (const path of ['/en//evil.example', '//evil.example', '/en///evil.example', '/en/\\\\evil.example', '///evil.example'])
    expect(barePath(path), path).toBe('/evil.example');
});
