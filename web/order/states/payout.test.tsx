import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { OrderAttributes } from '#contract/public/order-attributes.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { makeDocument } from '#tests/make/document.ts';
import { ALL_MESSAGES } from '#web/i18n/all-messages.ts';
import { registerMessages } from '#web/i18n/translator.ts';
import { toOrder } from '#web/order/order.ts';
import { PayoutFailed } from './Payout.tsx';
import type { StateProps } from './state-props.ts';

registerMessages('ru', ALL_MESSAGES.ru);
const { order: texts } = ALL_MESSAGES.ru as unknown as { readonly order: { readonly late: Readonly<Record<string, string>> } };

const [MISSED, NOW, NEXT] = ['2026-01-01T11:00:00Z', '2026-01-01T11:30:00Z', '2026-01-01T13:00:00Z'];
const FAILED = {
  status: 'payout_failed',
  destination_request: null,
  payout_look_why: null,
  payout_look_until: null,
  payout_overdue_since: null,
  server_time: NOW,
} as const;

function htmlOf(facts: Partial<OrderAttributes>): string {
  const order = { ...toOrder(makeDocument('orders', 'a1', OrderAttributes, {}).data as never), ...FAILED, ...facts };
  const page = () => <PayoutFailed {...({ order, actions: {} } as unknown as StateProps)} />;
  const Stub = createRoutesStub([{ path: '*', Component: page }]);
  return renderToStaticMarkup(<Stub initialEntries={['/order/a1']} />);
}

it('a late payout says why, by when, what follows, and links to the chat about this order', () => {
  const html = htmlOf({ payout_promise: { at: NEXT, missed_at: MISSED } });
  for (const moment of [MISSED, NEXT]) expect(html).toContain(formatDateTime(moment, 'ru'));
  for (const text of [texts.late['failed'], texts.late['next']]) expect(html).toContain(text);
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('href="/support?order=a1"');
});

it('after the last promise there is no new time, and still a reason and the chat', () => {
  const html = htmlOf({ payout_promise: null, payout_overdue_since: MISSED });
  expect(html).toContain(formatDateTime(MISSED, 'ru'));
  expect(html).toContain(texts.late['failed']);
  expect(html).toContain('href="/support?order=a1"');
});

it('a payout that is not late says only its time', () => {
  const html = htmlOf({ payout_promise: { at: NEXT, missed_at: null } });
  expect(html).toContain(formatDateTime(NEXT, 'ru'));
  expect(html).not.toContain('<a ');
});
