import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { callsDocument } from '#contract/calls-document.ts';
import { lifecycleDocument } from '#core/lifecycle-document.ts';
import { EXCHANGE_STATUSES } from '#core/order/status.ts';
import { WITHDRAWAL_STATUSES } from '#core/withdrawal/lifecycle.ts';
import { configurationDocument } from '#server/config/configuration-document.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the table of all calls is the list of endpoints (run `npm run docs`)', () => {
  expect(read('docs/calls.md')).toBe(callsDocument(ALL_ENDPOINTS));
});

it('the page of environment variables is their table (run `npm run docs`)', () => {
  expect(read('docs/configuration.md')).toBe(configurationDocument());
});

describe('the documented lifecycle', () => {
  it('is the table of moves (run `npm run docs`)', () => {
    expect(read('docs/lifecycle.md')).toBe(lifecycleDocument());
  });

  it('knows the same states as the database', () => {
    const states = (migration: string, pattern: RegExp) => {
      const check = pattern.exec(read(`server/platform/db/migrations/${migration}`))?.[1] ?? '';
      return new Set([...check.matchAll(/'(\w+)'/g)].map((match) => match[1]));
    };
    expect(states('0096_withdrawals.sql', /orders_status_check check \(status in \(([^)]*)\)\)/)).toEqual(new Set(EXCHANGE_STATUSES));
    expect(states('0096_withdrawals.sql', /status text not null check \(status in \(([^)]*)\)\)/)).toEqual(new Set(WITHDRAWAL_STATUSES));
  });
});
