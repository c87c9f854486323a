import { expect, it } from 'vitest';
import { readMarks } from './marks.ts';

const marks = (query: string) => readMarks(new URLSearchParams(query));

it('a link names its referrer and what it says of its place, readable and no longer than needed', () => {
  expect(marks('cur_from=A&rid=0123456789AB&utm_source=best%0Achange%00&utm_term=&utm_other=x')).toEqual({
    code: '0123456789ab',
    source: { source: 'best change' },
  });
  expect(marks(`rid=0123456789ab&utm_campaign=${'ж'.repeat(100)}`)?.source['campaign']).toHaveLength(64);
});

it('what is no code of ours names nobody', () => {
  for (const query of ['', 'rid=', 'rid=0123', 'rid=0123456789ag', "rid='--", 'utm_source=x']) expect(marks(query)).toBeUndefined();
});
