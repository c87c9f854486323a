import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { OrderAttributes } from '#contract/public/order-attributes.ts';
import { makeDocument } from '#tests/make/document.ts';
import { ALL_MESSAGES } from '#web/i18n/all-messages.ts';
import { registerMessages } from '#web/i18n/translator.ts';
import { toOrder } from '#web/order/order.ts';
import type { RepeatFailure } from './repeat-failure.ts';
import { RepeatPage } from './RepeatPage.tsx';

registerMessages('ru', ALL_MESSAGES.ru);

const TOO_MANY = { kind: 'refused', code: 'too_many_requests', message: 'Слишком часто', field: null, limits: {} } as const;
const former = toOrder(makeDocument('orders', 'a1', OrderAttributes, {}).data as never);

function htmlAfter(failure: RepeatFailure | undefined): string {
  const page = () => (
    <RepeatPage former={former} systems={[]} priceResponse={{ ok: false, problem: TOO_MANY }} idempotencyKey="new" failure={failure} />
  );
  const Stub = createRoutesStub([{ path: '*', Component: page }]);
  return renderToStaticMarkup(<Stub initialEntries={['/order/a1/repeat']} />);
}

it('without a price an unanswered attempt can be sent again unchanged', () => {
  const html = htmlAfter({
    errors: [],
    idempotencyKey: 'first',
    unansweredPrice: { id: 'quote.first', outcome_amount: '7000.00', rate: '7000' },
  });
  expect(html).toContain('<button type="submit"');
  for (const [name, value] of [
    ['id', 'quote.first'],
    ['idempotency_key', 'first'],
  ])
    expect(html).toContain(`name="${name}" value="${value}"`);
});

it('after too many requests for the price the page links to itself', () => {
  const html = htmlAfter(undefined);
  expect(html).toContain('href="/order/a1/repeat"');
  expect(html).not.toContain('<button');
});
