import { expect, it } from 'vitest';
import { MAX_FAVOURITE, MAX_RECENT, parsePairs } from './stored-pairs.ts';

const NONE = { recent: [], favourite: [] };

it('reads what was stored', () => {
  expect(parsePairs('{"recent":["btc-sberrub"],"favourite":["ltc-sberrub"]}')).toEqual({
    recent: [{ from: 'BTC', to: 'SBERRUB' }],
    favourite: [{ from: 'LTC', to: 'SBERRUB' }],
  });
});

it('ignores anything malformed, and keeps no more than the lists hold', () => {
  for (const text of [null, '', '[', 'null', '[]', '{"recent":5}', `{"recent":["${'a'.repeat(2000)}"]}`])
    expect(parsePairs(text)).toEqual(NONE);
  expect(parsePairs('{"recent":[1,"<b>","a","btc-ltc","btc-ltc"]}')).toEqual({ ...NONE, recent: [{ from: 'BTC', to: 'LTC' }] });
  const many = Array.from({ length: 40 }, (_, index) => `a${index}-b`);
  const { recent, favourite } = parsePairs(JSON.stringify({ recent: many, favourite: many }));
  expect([recent.length, favourite.length]).toEqual([MAX_RECENT, MAX_FAVOURITE]);
});
