import { performance } from 'node:perf_hooks';
import { startApp } from '#tests/make/process.ts';
import { p95, signIn } from './office-queue.ts';
import { type LargeSize, openLargeShop } from './seed.ts';
import { FIRST, LAST, ROUND } from './seed-orders.ts';

/** Queries of operators, different each time. */
const QUERIES: Readonly<Record<string, (round: number) => string>> = {
  'a whole number of an order': (round) => `${round}order`,
  'the beginning of a number': (round) => round.toString(16).padStart(4, 'a'),
  'a part of an e-mail that few have': (round) => `${LAST[round % LAST.length]}${round * 37}@`,
  'a part that many have': (round) => ['gmail', 'mail.ru', 'anna', 'ivanov', '.com'][round % 5] ?? '',
  'a part that nobody has': (round) => `qqx${round}zz@nowhere`,
  'an amount of few orders': (round) => `${2000 + round * 7},37`,
  'an amount of many orders': (round) => ROUND[round % ROUND.length] ?? '',
  'the last four of a card': (round) => String(1000 + round * 91).slice(-4),
  'a transaction': (round) => `0x${['c4ca', 'c81e', 'eccb', 'a87f'][round % 4]}`,
  'a reference of a bank': (round) => `ft${String(round * 501).padStart(9, '0')}`,
  'a name': (round) => `fam${round * 13}`,
  'a name that many have': (round) => `${FIRST[round % FIRST.length]} ${LAST[(round * 7) % LAST.length]}`,
};

async function readTimes(url: string, rounds: number): Promise<Readonly<Record<string, number>>> {
  const cookie = await signIn(url);
  const found: Record<string, number> = {};
  for (const [name, makeQuery] of Object.entries(QUERIES)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      const answer = await fetch(`${url}/api/office/v1/search?q=${encodeURIComponent(makeQuery(round))}`, { headers: { cookie } });
      await answer.text();
      times.push(performance.now() - from);
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    }
    found[name] = p95(times);
  }
  return found;
}

/** G7: the search box over HTTP, 95th percentile in milliseconds, one call after the other, with changing queries. */
export async function measureSearch(
  size: LargeSize,
  { rounds, name }: { readonly rounds: number; readonly name?: string },
): Promise<Readonly<Record<string, number>>> {
  const shop = await openLargeShop(size, name);
  try {
    const app = await startApp({ ...shop.env, ROLE: 'web' });
    const times = await readTimes(app.url, rounds);
    await app.stop();
    return times;
  } finally {
    await shop.close();
  }
}
