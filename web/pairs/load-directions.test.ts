import { expect, it } from 'vitest';
import type { BoardRow, BoardSide } from '#web/board/rows.ts';
import { type PairCodes, boardRowsOf } from './load-directions.ts';

const row = (id: string, rate: string): BoardRow => ({
  id,
  rate,
  inverse: '1',
  change: null,
  inverseChange: null,
  minutes: 7,
});

async function run(pairs: readonly PairCodes[]) {
  const requests: string[] = [];
  const loadBoard = async (side: BoardSide, code: string) => {
    requests.push(`${side} ${code}`);
    return code === 'SILENT' ? undefined : [row('BTC', `of ${code}`), row('LTC', `of ${code}`)];
  };
  return { rowOf: await boardRowsOf(pairs, loadBoard), requests };
}

it('loads the boards of the side with fewer systems, each once, and finds the row of each pair', async () => {
  const { rowOf, requests } = await run([
    ['CARD', 'BTC'],
    ['CARD', 'LTC'],
    ['CARD', 'ETH'],
  ]);
  expect(requests).toEqual(['income CARD']);
  expect([rowOf('CARD', 'LTC')?.rate, rowOf('CARD', 'ETH'), rowOf('LTC', 'CARD')]).toEqual(['of CARD', null, null]);
  const other = await run([
    ['BTC', 'CARD'],
    ['LTC', 'CARD'],
    ['LTC', 'SILENT'],
    ['ETH', 'SILENT'],
  ]);
  expect(other.requests).toEqual(['outcome CARD', 'outcome SILENT']);
  expect([other.rowOf('LTC', 'CARD')?.id, other.rowOf('LTC', 'SILENT')]).toEqual(['LTC', null]);
});
