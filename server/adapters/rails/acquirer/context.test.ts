import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { defaultPollInterval } from './context.ts';

/** Ages of a checkout at which it is polled if no callback arrives. */
function plan(): number[] {
  const ages: number[] = [];
  for (let age: number | null = 0; age !== null; ) {
    ages.push(age);
    const wait = defaultPollInterval(age);
    age = wait === null ? null : age + wait;
  }
  return ages;
}

it('polls often at first, then ever less often, at most a hundred times, and finds money eight days after expiry', () => {
  const ages = plan();
  const waits = ages.slice(1).map((age, index) => ({ from: ages[index] ?? 0, wait: age - (ages[index] ?? 0) }));
  expect(ages.length).toBeLessThanOrEqual(100);
  const longest = (until: number) => Math.max(...waits.filter(({ from }) => from < until).map(({ wait }) => wait));
  expect(longest(2 * MINUTE_MS)).toBeLessThanOrEqual(6 * SECOND_MS);
  expect(longest(20 * MINUTE_MS)).toBeLessThanOrEqual(30 * SECOND_MS);
  expect(longest(DAY_MS)).toBeLessThanOrEqual(6 * HOUR_MS);
  expect(longest(9 * DAY_MS)).toBeLessThanOrEqual(12 * HOUR_MS);
  expect(waits.map(({ wait }) => wait)).toEqual(waits.map(({ wait }) => wait).toSorted((a, b) => a - b));
  // The payment window is at most an hour
  expect(ages.at(-1)).toBeGreaterThanOrEqual(8 * DAY_MS + HOUR_MS);
});
