import { expect, test } from 'vitest';
import { DEFAULT_PAYOUT_LIMITS } from '#core/payout/payout-limits.ts';
import { draftOf, parseDraft } from './draft.ts';

const LIMITS = {
  ...DEFAULT_PAYOUT_LIMITS,
  systems: { QIWI: { firstUsd: 10, secondUsd: 20 } },
  wallets: { BTC: { ...DEFAULT_PAYOUT_LIMITS.caps, dayUsd: 5_000, floatDayPercent: 0 } },
};

test('stored limits are read back unchanged, and spaces in numbers are ignored', () => {
  expect(parseDraft(draftOf(LIMITS))).toEqual({ ok: true, limits: LIMITS });
  expect(parseDraft({ ...draftOf(LIMITS), firstUsd: ' 2\u00A0500 ' })).toMatchObject({ ok: true, limits: { firstUsd: 2_500 } });
});

test.each([
  [{ firstUsd: '' }, 'firstUsd'],
  [{ treasuryUsd: '-1' }, 'treasuryUsd'],
  [{ systems: { QIWI: { firstUsd: '1', secondUsd: '1.5' } } }, 'systems/QIWI/secondUsd'],
  [{ wallets: { BTC: { ...draftOf(LIMITS).caps, dayCount: 'ten' } } }, 'wallets/BTC/dayCount'],
])('%o is reported at its path', (change, path) => {
  expect(parseDraft({ ...draftOf(LIMITS), ...change })).toEqual({ ok: false, wrong: [path] });
});

test('all invalid numbers are reported at once', () => {
  const input = { ...draftOf(LIMITS), treasuryUsd: 'x', firstUsd: '', systems: { QIWI: { firstUsd: '1', secondUsd: '-' } } };
  expect(parseDraft(input)).toEqual({ ok: false, wrong: ['firstUsd', 'treasuryUsd', 'systems/QIWI/secondUsd'] });
});
