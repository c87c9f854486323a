import { createRateFiles } from '#server/rates/rate-files.ts';
import { demoDirections } from '#server/payment-systems/demo-directions.ts';
import { DEMO_PAYMENT_SYSTEMS, DEMO_RESERVES } from '#server/payment-systems/demo-payment-systems.ts';
import { ALL_ON, makeCatalogue, makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { makeRates, type TestRates } from '#tests/make/rates.ts';

const PAIR = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' } as const;
const ROUNDS = 20_000;
const SIDE = 150;

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

/** What a quote costs inside the process: alone, with its signed id, and read back; microseconds. */
export async function quoteCosts(): Promise<Readonly<Record<'calculate' | 'sign' | 'read', number>>> {
  const { db, quotes } = await demoRates();
  const made = await quotes.calculate(db, { ...PAIR, side: 'income', amount: 100_000_000n });
  if (!made.ok) throw new Error('the demo pair has no quote');
  const id = quotes.idOf(made.value);
  return {
    calculate: await microseconds(ROUNDS, (i) =>
      quotes.calculate(db, { ...PAIR, side: 'income', amount: 100_000_000n + BigInt(i) * 10_000n }),
    ),
    sign: await microseconds(ROUNDS, () => quotes.idOf(made.value)),
    read: await microseconds(ROUNDS, () => quotes.read(id)),
  };
}

/** Milliseconds to price 150 x 150 payment systems anew (G18), without and with writing the rate files. */
export async function recalculation(): Promise<Readonly<Record<'prices' | 'files', number>>> {
  const model = DEMO_PAYMENT_SYSTEMS;
  const systems = Array.from({ length: SIDE }, (_, i) =>
    makePaymentSystem({ ...(model[i % model.length] ?? { code: '' }), code: `S${i}` }),
  );
  const directions = systems.flatMap((income) =>
    systems.filter((outcome) => outcome !== income).map((outcome) => makeDirection({ incomeCode: income.code, outcomeCode: outcome.code })),
  );
  const catalogue = makeCatalogue({ paymentSystems: systems, directions });
  const warm = await makeRates({ catalogue });
  for (const direction of directions) warm.quotes.priceOf(direction);
  const { quotes } = await makeRates({ catalogue });
  const began = performance.now();
  for (const direction of directions) quotes.priceOf(direction);
  const priced = performance.now();
  createRateFiles({ catalogue, quotes, switches: ALL_ON })('xml');
  return { prices: priced - began, files: performance.now() - priced };
}
