import { expect, test } from 'vitest';
import type { AvailabilityEvent } from '#contract/public/following.ts';
import { affects } from './availability.ts';
import { changeFor } from './follow-availability.ts';

const event: AvailabilityEvent = {
  version: 'second',
  previous: 'first',
  changes: { opened: ['A>B'], closed: ['A>C'] },
  tech_break: null,
  notice: null,
};

test('an event is compared with the version of the page; after a gap any direction may have changed', () => {
  expect(changeFor('second', event)).toBeUndefined();
  expect(changeFor('first', event)?.changes).toEqual(event.changes);
  expect(changeFor('much older', event)?.changes).toBeNull();
});

test('a page is affected by changes of its own direction, and by unknown changes', () => {
  expect([affects(event, 'A', 'B'), affects(event, 'A', 'C'), affects(event, 'A', 'D')]).toEqual([true, true, false]);
  expect(affects({ changes: null }, 'A', 'D')).toBe(true);
});
