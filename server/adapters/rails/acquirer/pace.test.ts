import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { usualPace } from './pace.ts';

/** The ages at which a checkout is asked about when nothing but time makes it so. */
function plan(): number[] {
  const ages: number[] = [];
  for (let age: number | null = 0; age !== null; ) {
    ages.push(age);
    const wait = usualPace(age);
    age = wait === null ? null : age + wait;
  }
  return ages;
}

it('asks often while somebody pays, ever rarer then, a hundred times at most, and finds money that comes eight days after the end', () => {
  const ages = plan();
  const waits = ages.slice(1).map((age, index) => ({ from: ages[index] ?? 0, wait: age - (ages[index] ?? 0) }));
  expect(ages.length).toBeLessThanOrEqual(100);
  const longest = (until: number) => Math.max(...waits.filter(({ from }) => from < until).map(({ wait }) => wait));
  expect(longest(2 * MINUTE_MS)).toBeLessThanOrEqual(6 * SECOND_MS);
  expect(longest(20 * MINUTE_MS)).toBeLessThanOrEqual(30 * SECOND_MS);
  expect(longest(DAY_MS)).toBeLessThanOrEqual(6 * HOUR_MS);
  expect(longest(9 * DAY_MS)).toBeLessThanOrEqual(12 * HOUR_MS);
  expect(waits.map(({ wait }) => wait)).toEqual(waits.map(({ wait }) => wait).toSorted((a, b) => a - b));
  // The window to pay is an hour at most
  expect(ages.at(-1)).toBeGreaterThanOrEqual(8 * DAY_MS + HOUR_MS);
});
