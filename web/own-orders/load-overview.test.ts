import { expect, it } from 'vitest';
import type { Transport } from '#contract/call.ts';
import { totalReferralIncomes } from '#contract/account/earnings.ts';
import { listCardVerifications } from '#contract/public/card-verifications.ts';
import { OrderAttributes } from '#contract/public/order-attributes.ts';
import { makeDocument } from '#tests/make/document.ts';
import { readOverview } from './load-overview.ts';

const order = (id: string, from: string, actions: readonly string[]) =>
  makeDocument('orders', id, OrderAttributes, {
    payment_system_from_id: from,
    payment_system_to_id: 'LTC',
    allowed_actions: actions,
    withdrawal: null,
  }).data;
const card = (status: string) => makeDocument('card_verifications', status, listCardVerifications.reply.attributes, { status }).data;
const total = makeDocument('referral_income_totals', 'total', totalReferralIncomes.reply.attributes, {}).data;

/** An API whose responses are listed by their path; every other call fails. */
const apiOf = (answers: Readonly<Record<string, unknown>>): Transport => ({
  locale: 'en',
  send: async ({ url }) => {
    const data = answers[url];
    const body = data === undefined ? { errors: [{ code: 'fault', title: 'Fault' }] } : { data };
    return await Promise.resolve({ status: data === undefined ? 500 : 200, header: () => null, text: JSON.stringify(body) });
  },
});

const ORDERS = '/api/v1/orders';

it('shows every order in progress, however many newer ones there are, and the last pairs once each', async () => {
  const newest = Array.from({ length: 20 }, (_, i) => order(`done-${i}`, i % 2 === 0 ? 'BTC' : 'ETH', ['repeat']));
  const overview = await readOverview(
    apiOf({
      [`${ORDERS}?status_group=waiting`]: [order('open', 'BTC', ['cancel'])],
      [`${ORDERS}?status_group=processing`]: [order('checked', 'BTC', [])],
      [ORDERS]: newest,
    }),
  );
  expect(overview.live?.map(({ id }) => id)).toEqual(['open', 'checked']);
  expect(overview.repeatable.map(({ id }) => id)).toEqual(['done-0', 'done-1']);
});

it('repeats the pair of an order that came to nothing', async () => {
  const overview = await readOverview(apiOf({ [ORDERS]: [order('live', 'BTC', ['cancel']), order('expired', 'BTC', ['repeat'])] }));
  expect(overview.repeatable.map(({ id }) => id)).toEqual(['expired']);
});

it.each([
  [[], 'none'],
  [['cancelled'], 'none'],
  [['rejected', 'cancelled'], 'rejected'],
  [['rejected', 'verified'], 'verified'],
  [['verified', 'processing'], 'pending'],
] as const)('cards %j are %s', async (states, expected) => {
  expect((await readOverview(apiOf({ '/api/v1/card_verifications': states.map(card) }))).cards).toBe(expected);
});

it('shows what it knows when a call fails', async () => {
  const overview = await readOverview(apiOf({ '/api/v1/referral_incomes/total': total, '/api/v1/rewards/total': total }));
  expect(overview).toMatchObject({ live: null, repeatable: [], cards: null, hasSecondFactor: null });
  expect(overview.earned).toHaveLength(2);
});
