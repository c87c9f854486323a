import { expect, test } from 'vitest';
import type { Transport } from '#contract/call.ts';
import { ask } from './ask.ts';
import { orderBodyOf } from './posted-form.ts';

const TYPED = [
  ['12000.', '12000'],
  ['12000.5', '12000.5'],
  ['.', ''],
] as const;

test.each(TYPED)('a trailing dot is removed from amounts before sending (spec 3): "%s"', async (typed, sent) => {
  const bodies: unknown[] = [];
  const transport: Transport = {
    locale: 'ru',
    send: async ({ body }) => {
      bodies.push(JSON.parse(body ?? ''));
      return { status: 503, header: () => null, text: '' };
    },
  };
  const wanted = { from: 'SBERRUB', to: 'BTC', amount: typed, slotId: null, fitsSlot: true };
  await ask(transport, { ...wanted, side: 'income' }, { entry: 'typed' });
  await ask(transport, { ...wanted, side: 'outcome' }, { entry: 'typed' });
  expect(bodies).toMatchObject([{ data: { attributes: { income_amount: sent } } }, { data: { attributes: { outcome_amount: sent } } }]);
  const form = new FormData();
  form.set('amount', typed);
  expect(orderBodyOf(form)).toMatchObject({ income_amount: sent });
});
