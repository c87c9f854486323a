import { expect, it } from 'vitest';
import type { BoardRow, BoardSide } from '#web/board/rows.ts';
import { type Codes, toldOf } from './told-of-pairs.ts';

const row = (id: string, rate: string): BoardRow => ({
  id,
  rate,
  inverse: '1',
  change: null,
  inverseChange: null,
  minutes: 7,
});

async function asked(pairs: readonly Codes[]) {
  const questions: string[] = [];
  const ask = async (side: BoardSide, code: string) => {
    questions.push(`${side} ${code}`);
    return code === 'SILENT' ? undefined : [row('BTC', `of ${code}`), row('LTC', `of ${code}`)];
  };
  return { told: await toldOf(pairs, ask), questions };
}

it('asks for the boards of the side with fewer systems, each once, and finds each pair in its own', async () => {
  const { told, questions } = await asked([
    ['CARD', 'BTC'],
    ['CARD', 'LTC'],
    ['CARD', 'ETH'],
  ]);
  expect(questions).toEqual(['income CARD']);
  expect([told('CARD', 'LTC')?.rate, told('CARD', 'ETH'), told('LTC', 'CARD')]).toEqual(['of CARD', null, null]);
  const other = await asked([
    ['BTC', 'CARD'],
    ['LTC', 'CARD'],
    ['LTC', 'SILENT'],
    ['ETH', 'SILENT'],
  ]);
  expect(other.questions).toEqual(['outcome CARD', 'outcome SILENT']);
  expect([other.told('LTC', 'CARD')?.id, other.told('LTC', 'SILENT')]).toEqual(['LTC', null]);
});
