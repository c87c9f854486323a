import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardLineAttributes } from '#contract/public/board.ts';
import type { DirectionAttributes } from '#contract/public/directions.ts';
import { LOCALES } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { createBoard } from '#server/board/routes.ts';
import { directionRoutes } from '#server/directions/routes.ts';
import { statusEmailKind } from '#server/order-emails/order-emails.ts';
import { sql } from '#server/platform/db/db.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createRates } from '#server/rates/create-rates.ts';
import { presentResource } from '#server/rates/present.ts';
import { createRateFiles } from '#server/rates/rate-files.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { exchangeTimeText } from '#web/catalogue/exchange-time-text.ts';
import { createOrder } from './create/create-order.ts';
import { presentOrder } from './customer/present.ts';

const PAIR = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' } as const;
/** Not the configured minutes, and long enough for the rate file to name them. */
const MEASURED = { medianMinutes: 41, slowMinutes: 77 } as const;
const TIME = { eta_minutes: MEASURED.slowMinutes, median_minutes: MEASURED.medianMinutes };

let world: World;
let office: Office;
let rates: ReturnType<typeof createRates>;
let deps: Deps;

beforeAll(async () => {
  world = await createWorld();
  rates = createRates(world.deps, async () => await Promise.resolve([{ ...PAIR, kind: 'custom', ...MEASURED }]));
  await rates.start();
  deps = { ...world.deps, quotes: rates.quotes, t: createTranslate() };
  office = await createOffice({ ...world, deps }, directionRoutes(deps));
  // The ordinary slot of the pair; its own setting is not its promise
  await deps.db.run(sql`
    insert into slots (id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, eta_minutes)
    values (${systemRandom.uuid()}, ${PAIR.incomeCode}, ${PAIR.outcomeCode}, 'custom', null, 1, 90000000, 3)`);
  await rates.refresh();
});
afterAll(async () => {
  rates.stop();
  await office.close();
  await world.abandon();
});

const calculation = async () => {
  const calculated = await rates.quotes.calculation(deps.db, { ...PAIR, side: 'income', amount: 100_000_000n, slots: 'near' });
  if (!calculated.ok) throw new Error('no rate');
  return presentResource(deps, calculated.value).attributes;
};

const placeOrder = async () => {
  const form = await world.form({ email: 'time@example.org' });
  const created = await deps.db.tx(
    async (tx) => await createOrder(deps, tx, form, { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' }),
  );
  if (!created.ok) throw new Error('no order');
  return created.value.order;
};

describe('one exchange has one time in every place', () => {
  it('on the board, the page of its direction, the form, its slot, its order and in the rate file', async () => {
    const [line] = (await createBoard(deps)({ income: PAIR.incomeCode, outcome: PAIR.outcomeCode })) ?? [];
    expect(line?.attributes satisfies BoardLineAttributes | undefined).toMatchObject(TIME);
    const reader = await office.person('auditor');
    const direction = await reader.send<DirectionAttributes>('GET', `/api/v1/directions/${PAIR.incomeCode}/${PAIR.outcomeCode}`);
    expect(direction.one.attributes).toMatchObject({ ...TIME, slow_minutes: TIME.eta_minutes });
    const form = await calculation();
    expect(form).toMatchObject(TIME);
    expect(form.slots).toMatchObject([{ kind: 'custom', ...TIME }]);
    const order = await placeOrder();
    expect((await presentOrder(deps, deps.db, { order, locale: 'ru' })).attributes).toMatchObject(TIME);
    expect(createRateFiles(deps).file('xml').bytes.toString()).toMatch(
      new RegExp(`<from>${PAIR.incomeCode}</from>\\s*<to>${PAIR.outcomeCode}</to>[^]*?<delay>${TIME.eta_minutes}</delay>`),
    );
  });

  it.each(LOCALES)('in the same words on the pages and in the e-mail, in %s', async (locale) => {
    const order = await placeOrder();
    await deps.db.run(sql`update orders set locale = ${locale} where id = ${order.id}`);
    const composed = await statusEmailKind(deps).compose({
      kind: 'order',
      subject: order.id,
      topic: 'awaiting_payment',
      version: 1,
      isPaid: false,
    });
    const t = (key: string, params?: Record<string, string | number>) => deps.t(locale, key, params);
    const promised = t('shell.time.up_to', { count: TIME.eta_minutes });
    expect(promised).toContain(String(TIME.eta_minutes));
    expect(composed?.email.lines?.map(({ value }) => value)).toContain(promised);
    expect(exchangeTimeText(await calculation(), t)).toBe(t('shell.time.usual', { time: promised, count: TIME.median_minutes }));
    // The widget has messages of its own
    expect(t('widget.minutes', { count: TIME.eta_minutes })).toBe(promised);
    expect([1, 2, 5, 21].map((count) => t('widget.minutes', { count }))).toEqual(
      [1, 2, 5, 21].map((count) => t('shell.time.up_to', { count })),
    );
  });
});
