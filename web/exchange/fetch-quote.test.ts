import { expect, test } from 'vitest';
import type { Transport } from '#contract/call.ts';
import { fetchQuote } from './fetch-quote.ts';
import { orderBodyOf } from './create-order.ts';

const INPUTS = [
  ['12000.', '12000'],
  ['12000.5', '12000.5'],
  ['.', ''],
] as const;

test.each(INPUTS)('a trailing dot is removed from amounts before sending (spec 3): "%s"', async (input, sent) => {
  const bodies: unknown[] = [];
  const transport: Transport = {
    locale: 'ru',
    send: async ({ body }) => {
      bodies.push(JSON.parse(body ?? ''));
      return { status: 503, header: () => null, text: '' };
    },
  };
  const request = { from: 'SBERRUB', to: 'BTC', amount: input, slotId: null, fitsSlot: true };
  await fetchQuote(transport, { ...request, side: 'income' }, { amountSource: 'typed' });
  await fetchQuote(transport, { ...request, side: 'outcome' }, { amountSource: 'typed' });
  expect(bodies).toMatchObject([{ data: { attributes: { income_amount: sent } } }, { data: { attributes: { outcome_amount: sent } } }]);
  const form = new FormData();
  form.set('amount', input);
  expect(orderBodyOf(form)).toMatchObject({ income_amount: sent });
});
