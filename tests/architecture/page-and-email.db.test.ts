import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { toRfc3339 } from '#core/time.ts';
import { emailText } from '#server/mails/email.ts';
import { statusEmailKind } from '#server/order-emails/order-emails.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import type { OrderFacts } from '#server/orders/deps.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { requoteToJson } from '#server/orders/order-row.ts';
import { createTranslate } from '#server/platform/translate.ts';
import type { Requote, RequoteOption } from '#core/order/order.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { toOrder } from '#web/order/order.ts';
import { stateMessages } from '#web/order/state-messages.ts';

/** Claims that a text may make; page and e-mail make the same ones about an order. */
const CLAIMS: Readonly<Record<Locale, Readonly<Record<'people' | 'on its way' | 'choice', RegExp>>>> = {
  ru: {
    people: /оператор|сотрудник|человек/i,
    'on its way': /отправляем |отправили |в пути|отправлена/i,
    choice: /выберите/i,
  },
  en: {
    people: /operator|\bperson\b|staff/i,
    'on its way': /we(?: are|’re) sending (?!back)|on its way|payout sent/i,
    choice: /choose|choice/i,
  },
};

/** A failed payout is not retried: an operator decides (domain T21). */
const RETRIED: Readonly<Record<Locale, RegExp>> = {
  ru: /повторяем|повтором|уже разбира/i,
  en: /again\b(?! or)|is on it/i,
};

/** Sentences about the future or about a condition make no claim about now. */
const claims = (text: string, claim: RegExp): boolean =>
  text
    .split(/(?<=[.;]) /)
    .filter((sentence) => !/^(Если|If|Напишем|We(?: wi|’)ll (?:write|e-mail)) /.test(sentence))
    .some((sentence) => claim.test(sentence));

interface Case {
  readonly name: string;
  readonly status: OrderStatus;
  readonly set?: string;
  readonly facts?: Partial<OrderFacts>;
  readonly requote?: Requote;
  readonly received?: bigint;
}

const USDT = 1_000_000n;

describe('page and e-mail of an order', () => {
  let world: World;
  let id: string;
  beforeAll(async () => {
    world = await createWorld();
    ({ id } = await world.order());
  });
  // States are written into the row: no money is behind them
  afterAll(async () => await world.abandon());

  const now = () => world.deps.clock.now();
  const option = (choice: RequoteOption['choice'], change: Partial<RequoteOption> = {}): RequoteOption => ({
    choice,
    incomeAmount: 60n * USDT,
    outcomeAmount: 480_000n,
    refundAmount: 0n,
    missingAmount: 0n,
    quote: null,
    expiresAt: now() + 60_000,
    ...change,
  });
  const requote = (reason: Requote['reason'], received: bigint, options: readonly RequoteOption[]): Requote => ({
    reason,
    receivedAmount: received,
    held: true,
    options,
    expiresAt: now() + 30_000,
  });
  const refund = () => option('refund', { refundAmount: 60n * USDT, outcomeAmount: 0n });
  const cases = (): Case[] => [
    ...ORDER_STATUSES.filter((status) => status !== 'requote' && status !== 'awaiting_confirmation').map((status) => ({
      name: 'plain',
      status,
    })),
    {
      name: 'approval',
      status: 'payout_pending',
      facts: { findReview: async () => await Promise.resolve({ since: now(), why: 'amount' }) },
    },
    { name: 'check', status: 'payout_pending', facts: { findReview: async () => await Promise.resolve({ since: now(), why: 'check' }) } },
    { name: 'by hand', status: 'payout_sent', facts: { findTakenByHandAt: async () => await Promise.resolve(now()) } },
    { name: 'given', status: 'payout_failed', facts: { findDestinationRequest: async () => await Promise.resolve('given') } },
    {
      name: 'no requisites',
      status: 'awaiting_requisites',
      facts: { findRequisitesPromise: async () => await Promise.resolve(now() + 30_000) },
    },
    { name: 'taken back', status: 'moderation', set: 'payment_detected' },
    { name: 'surplus', status: 'completed', received: 150n * USDT, facts: { isSurplusReturning: async () => await Promise.resolve(true) } },
    {
      name: 'surplus',
      status: 'payout_sent',
      received: 150n * USDT,
      facts: { isSurplusReturning: async () => await Promise.resolve(true) },
    },
    { name: 'surplus with a person', status: 'completed', received: 150n * USDT },
    {
      name: 'short',
      status: 'requote',
      requote: requote('short', 60n * USDT, [option('top_up', { missingAmount: 40n * USDT }), option('exchange_received'), refund()]),
    },
    {
      name: 'over',
      status: 'requote',
      requote: requote('over', 150n * USDT, [option('as_agreed', { refundAmount: 50n * USDT }), refund()]),
    },
    { name: 'late', status: 'requote', requote: requote('late', 100n * USDT, [option('exchange_all'), refund()]) },
    { name: 'closed', status: 'requote', requote: requote('reopened', 100n * USDT, [refund()]) },
    { name: 'no rate', status: 'requote', requote: requote('quote_expired', 100n * USDT, [refund()]) },
  ];

  /** Puts the order into a state, whatever led to it. */
  const become = async ({ status, set, requote: choice, received = 100n * USDT }: Case, locale: Locale) => {
    await world.database.adminDb.run(sql`
      update orders set status = ${status}, locale = ${locale}, requote = ${choice === undefined ? null : JSON.stringify(requoteToJson(choice))},
        received_amount = ${String(choice?.receivedAmount ?? received)}, credited_amount = ${String(choice?.receivedAmount ?? 100n * USDT)},
        expires_at = ${new Date(now() + 60_000)}, rate_locked_until = ${new Date(now() + 60_000)} where id = ${id}`);
    const isPaid = ['paid', 'payout_pending', 'payout_sent', 'payout_failed'].includes(status);
    for (const state of [...(isPaid ? (['paid'] as const) : []), set ?? 'awaiting_payment', status]) {
      await world.database.adminDb.run(sql`
        insert into order_events (order_id, version, move, from_status, to_status, actor, at)
        select ${id}, max(version) + 1, 'settle_payment', (array_agg(to_status order by version desc))[1], ${state}, 'system', ${new Date(now())}
        from order_events where order_id = ${id}`);
    }
  };

  const read = async (one: Case, locale: Locale) => {
    await become(one, locale);
    const t = createTranslate();
    const deps = { ...world.deps, t, orderFacts: { ...world.deps.orderFacts, ...one.facts } };
    const row = await world.read(id);
    const page = toOrder(await presentOrder(deps, deps.db, { order: row, locale }));
    const { title, next } = stateMessages(page, null);
    const sides = orderSides(deps.catalogue, row);
    const money = (amount: string, side: 'income' | 'outcome') =>
      formatMoney(amount, { currency_iso_code: sides[side].currency, precision: sides[side].precision }, locale);
    const params = {
      income: money(page.requote?.asked_amount ?? page.income_amount, 'income'),
      received: money(page.requote?.received_amount ?? page.received_amount ?? page.income_amount, 'income'),
      outcome: money(page.outcome_amount, 'outcome'),
      name: sides.outcome.name[locale],
    };
    // Texts below the headline, in the parts that only these orders have.
    const beside = [
      ...(page.surplus_return === null ? [] : [t(locale, `order.surplus_${page.surplus_return}`, { amount: '' })]),
      ...(page.destination_request?.state === 'given' ? [t(locale, 'order.destination.given')] : []),
    ];
    const mail = await statusEmailKind(deps).compose({ kind: 'order', subject: id, topic: one.status, version: 1, isPaid: true });
    if (mail === undefined) throw new Error(`no letter of ${one.status}`);
    return { t, page, money, title: t(locale, title, params), next: [t(locale, next, params), ...beside].join(' '), email: mail.email };
  };

  it.each(LOCALES)('say in %s who waits for whom, in every state with every fact', async (locale) => {
    const differences: string[] = [];
    for (const one of cases()) {
      const { t, title, next, email } = await read(one, locale);
      const own = `${email.heading}. ${email.lead}`;
      expect(own, one.status).not.toMatch(/\{\{|order_letters\.|order\.[a-z]/);
      if (one.status === 'payout_failed' && one.name === 'plain') {
        expect(`${title}. ${next} ${own}`).not.toMatch(RETRIED[locale]);
        expect(email.lines.map(({ label }) => label)).toContain(t(locale, 'order_letters.line.decided_before'));
      }
      for (const [claim, text] of Object.entries(CLAIMS[locale]))
        if (claims(own, text) !== claims(`${title}. ${next}`, text))
          differences.push(`${one.status}, ${one.name}, ${claim}: "${title}. ${next}" and "${own}"`);
    }
    expect(differences).toEqual([]);
  });

  it.each(LOCALES)('offer in %s the same choices, compare with the same amount and name the same end', async (locale) => {
    for (const one of cases().filter(({ status }) => status === 'requote')) {
      const { t, page, title, email, money } = await read(one, locale);
      const labels = page.requote?.options.map(({ choice }) => t(locale, `order.requote.choice_${choice}`)) ?? [];
      expect(email.lines.map(({ label }) => label).filter((label) => labels.includes(label))).toEqual(labels);
      expect(email.lead, one.name).toMatch(new RegExp(`^${title.replaceAll('.', '\\.')}\\.`));
      expect(emailText({ ...email, locale, footer: [] })).toContain(formatDateTime(page.expires_at ?? '', locale));
      for (const { missing_amount: missing } of page.requote?.options ?? [])
        if (missing !== null) expect(emailText({ ...email, locale, footer: [] })).toContain(money(missing, 'income'));
    }
  });

  it.each(LOCALES)('name in %s the same times, and the surplus of the order', async (locale) => {
    for (const one of cases()) {
      const { page, email, money } = await read(one, locale);
      const text = emailText({ ...email, locale, footer: [] });
      const isCheck = page.payout_look_why === 'check';
      const times = [isCheck ? page.payout_look_until : (page.payout_promise?.at ?? null), page.requisites_promised_at];
      const end = page.status === 'compliance_hold' || page.status === 'awaiting_payment' ? page.expires_at : null;
      for (const at of [...times, end].filter((moment) => moment !== null))
        expect(text, `${one.status}, ${one.name}`).toContain(formatDateTime(toRfc3339(Date.parse(at)), locale));
      if (page.surplus_amount !== null) expect(email.lead, one.status).toContain(money(page.surplus_amount, 'income'));
    }
  });
});
