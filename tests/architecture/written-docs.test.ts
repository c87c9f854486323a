import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { callsDocument } from '#contract/calls-document.ts';
import { lifecycleDocument } from '#core/order/lifecycle-document.ts';
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

  it('has the same states as the newest migration that lists them', () => {
    const folder = new URL('../../server/platform/db/migrations/', import.meta.url);
    const newestFirst = readdirSync(folder)
      .toSorted()
      .toReversed()
      .map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const states = (check: RegExp) => {
      const list = newestFirst.map((text) => check.exec(text)?.[1]).find((found) => found !== undefined) ?? '';
      return new Set([...list.matchAll(/'(\w+)'/g)].map((match) => match[1]));
    };
    expect(states(/orders_status_check check \(status in \(([^)]*)\)\)/)).toEqual(new Set(EXCHANGE_STATUSES));
    expect(
      states(/(?:withdrawals_status_check|create table withdrawals[^;]*?status text not null) check \(status in \(([^)]*)\)\)/),
    ).toEqual(new Set(WITHDRAWAL_STATUSES));
  });
});
