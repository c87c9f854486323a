import { expect, it } from 'vitest';
import { readReferralLink } from './referral-link.ts';

const marks = (query: string) => readReferralLink(new URLSearchParams(query));

it('a link names its referrer and its source, cleaned and cut', () => {
  expect(marks('cur_from=A&rid=0123456789AB&utm_source=best%0Achange%00&utm_term=&utm_other=x')).toEqual({
    code: '0123456789ab',
    source: { source: 'best change' },
  });
  expect(marks(`rid=0123456789ab&utm_campaign=${'ж'.repeat(100)}`)?.source['campaign']).toHaveLength(64);
});

it('an invalid code names no referrer', () => {
  for (const query of ['', 'rid=', 'rid=0123', 'rid=0123456789ag', "rid='--", 'utm_source=x']) expect(marks(query)).toBeUndefined();
});
