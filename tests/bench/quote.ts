import { DEMO_PAYMENT_SYSTEMS, DEMO_RESERVES, demoDirections } from '#server/payment-systems/demo.ts';
import { makeCatalogue } from '#tests/make/catalogue.ts';
import { makeRates, type TestRates } from '#tests/make/rates.ts';
import type { Extent } from './extent.ts';

const PAIR = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' } as const;
const ROUNDS = { full: 20_000, short: 100 } as const;

/** The demo catalogue at demo prices, in memory. */
export const demoRates = (): Promise<TestRates> =>
  makeRates({
    catalogue: makeCatalogue({
      paymentSystems: DEMO_PAYMENT_SYSTEMS,
      directions: demoDirections(DEMO_PAYMENT_SYSTEMS),
      reserves: DEMO_RESERVES,
    }),
  });

async function microseconds(times: number, work: (i: number) => unknown): Promise<number> {
  for (let i = 0; i < Math.min(times, 2_000); i += 1) await work(i);
  const began = performance.now();
  for (let i = 0; i < times; i += 1) await work(i);
  return ((performance.now() - began) * 1_000) / times;
}

/** Cost of a quote inside the process in microseconds: calculation, signature, and reading the signed id. */
export async function quoteCosts(extent: Extent): Promise<Readonly<Record<'calculate' | 'sign' | 'read', number>>> {
  const rounds = ROUNDS[extent];
  const { db, quotes } = await demoRates();
  const made = await quotes.calculate(db, { ...PAIR, side: 'income', amount: 100_000_000n });
  if (!made.ok) throw new Error('the demo pair has no quote');
  const id = quotes.idOf(made.value);
  return {
    calculate: await microseconds(rounds, (i) =>
      quotes.calculate(db, { ...PAIR, side: 'income', amount: 100_000_000n + BigInt(i) * 10_000n }),
    ),
    sign: await microseconds(rounds, () => quotes.idOf(made.value)),
    read: await microseconds(rounds, () => quotes.read(id)),
  };
}
