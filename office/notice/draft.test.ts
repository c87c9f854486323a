import { expect, test } from 'vitest';
import { bodyOf, draftOf, EMPTY } from './draft.ts';

test('times are written and read as Moscow time', () => {
  const draft = { ...EMPTY, ru: 'а', en: 'b', link: ' /terms ', from: '2026-03-01T02:00', until: '2026-03-01T04:30' };
  const body = bodyOf(draft);
  expect(body).toMatchObject({ from: '2026-03-01T02:00:00+03:00', until: '2026-03-01T04:30:00+03:00', link: '/terms' });
  const stored = { ...body, from: '2026-02-28T23:00:00.000Z', until: null, revision: 1, state: 'planned' as const };
  const people = { made_by: '', made_at: '', changed_by: '', changed_at: '', withdrawn_by: null, withdrawn_at: null };
  expect(draftOf({ ...stored, ...people })).toEqual({ ...draft, link: '/terms', until: '' });
});
