import { expect, it } from 'vitest';
import { factTexts } from './Facts.tsx';

const NONE = { median_payout_minutes: null, median_today_minutes: null, completed: null, reserve: null, working_since: null, rated: null };
const words = { locale: 'en', t: (key: string) => key } as unknown as Parameters<typeof factTexts>[2];

it('support hours are one of the facts where the shop has set them', () => {
  expect(factTexts(NONE, '', words)).toEqual([]);
  expect(factTexts(NONE, '9:00 to 21:00', words)).toEqual(['exchange.facts.support']);
  const measured = { ...NONE, median_payout_minutes: 4, working_since: '2020-01-01T00:00:00Z' };
  expect(factTexts(measured, '9:00 to 21:00', words)).toEqual(['exchange.facts.median', 'exchange.facts.support', 'exchange.facts.since']);
});
