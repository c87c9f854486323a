import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { OrderAttributes } from '#contract/orders.ts';
import { answerOf } from '#tests/make/answer.ts';
import { ALL_MESSAGES } from '#web/i18n/all-messages.ts';
import { registerMessages } from '#web/i18n/translator.ts';
import { toOrder } from '#web/order/order.ts';
import type { NotRepeated } from './not-repeated.ts';
import { RepeatPage } from './RepeatPage.tsx';

registerMessages('ru', ALL_MESSAGES.ru);

const TOO_MANY = { kind: 'refused', code: 'too_many_requests', message: 'Слишком часто', field: null, limits: {} } as const;
const former = toOrder(answerOf('orders', 'a1', OrderAttributes, {}).data as never);

function drawn(refused: NotRepeated | undefined): string {
  const page = () => <RepeatPage former={former} systems={[]} answer={{ ok: false, problem: TOO_MANY }} attempt="new" refused={refused} />;
  const Stub = createRoutesStub([{ path: '*', Component: page }]);
  return renderToStaticMarkup(<Stub initialEntries={['/order/a1/repeat']} />);
}

it('where no price is told an attempt that nobody has answered can still be sent again, as it was', () => {
  const html = drawn({ errors: [], attempt: 'first', open: { id: 'quote.first', outcome_amount: '7000.00', rate: '7000' } });
  expect(html).toContain('<button type="submit"');
  for (const [name, value] of [
    ['id', 'quote.first'],
    ['idempotency_key', 'first'],
  ])
    expect(html).toContain(`name="${name}" value="${value}"`);
});

it('whoever has asked too often for the price asks again on the same page', () => {
  const html = drawn(undefined);
  expect(html).toContain('href="/order/a1/repeat"');
  expect(html).not.toContain('<button');
});
