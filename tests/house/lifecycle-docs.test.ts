import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lifecycleDocument } from '#core/order/diagram.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the documented lifecycle', () => {
  it('is the table of moves (run `npm run docs`)', () => {
    expect(read('docs/lifecycle.md')).toBe(lifecycleDocument());
  });

  it('knows the same states as the database', () => {
    const check =
      /status text not null check \(status in \(([^)]*)\)\)/.exec(read('server/platform/db/migrations/0001_core.sql'))?.[1] ?? '';
    expect(new Set([...check.matchAll(/'(\w+)'/g)].map((match) => match[1]))).toEqual(new Set(ORDER_STATUSES));
  });
});
