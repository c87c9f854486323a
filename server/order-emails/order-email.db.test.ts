import { orderNumber } from '#core/order/number.ts';
import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/make/world.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { MAIL_DELAY_MS } from '#core/mail/order-mails.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { type Email, emailHtml, emailText } from '#server/mails/email.ts';
import { emailFooter } from '#server/mails/write-email.ts';
import { findEmailFacts, statusEmailKind } from './order-emails.ts';
import { orderEmail as storyEmail } from './order-email.ts';
import type { OrderNews } from './order-news.ts';

/** The e-mail with the footer of every e-mail. */
const orderEmail = (deps: Parameters<typeof storyEmail>[0] & Parameters<typeof emailFooter>[0], news: OrderNews): Email => ({
  ...storyEmail(deps, news),
  locale: news.order.locale,
  footer: emailFooter(deps, news.order.locale, []),
});

describe('mails about an order', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(async () => await world.close());

  const deps = () => ({ ...world.deps, t: createTranslate() });
  const findNews = async (id: string) => await findEmailFacts(world.deps, id);

  it('have all data, the pay-to requisites and the secret link; the destination is masked', async () => {
    const order = await world.order();
    const news = await findNews(order.id);
    if (news === undefined) throw new Error('no order');
    const email = orderEmail(deps(), { ...news, status: 'awaiting_payment' });
    const text = emailText(email);
    expect(email.subject).toBe(`Ждём 100\u00A0USDT · заявка ${orderNumber(order.id)}`);
    expect(text).toContain(`addr-${order.id}`);
    expect(text).toContain(`/order/${order.id}?token=${orderTokenOf(world.deps, order.id)}`);
    expect(text).not.toContain('my-account');
    // R56: digits are grouped on screen and copied whole; the network is named with its warning
    const html = emailHtml(email);
    expect(html).toContain('TRON (TRC-20)');
    expect(html.replace(/<wbr>|<[^>]*>/g, '')).toContain(`addr-${order.id}`);
    expect(html).toMatch(/<span style="white-space:nowrap;padding-left:6px">.{1,6}<\/span><wbr>/);
    expect(text).toContain('Только USDT в сети TRON (TRC-20)');
    expect(emailHtml(email)).toContain('lang="ru"');
    expect(`${email.subject} ${text}`).not.toMatch(/\{\{|mail\.|order_letters\./);
  });

  it('name the amount to send with the kopecks that identify the order on shared requisites', async () => {
    const news = await findNews((await world.order()).id);
    if (news?.offer === undefined) throw new Error('no order');
    const offer = { ...news.offer, amount: news.offer.amount + 10_000n };
    const { subject, heading, lead } = orderEmail(deps(), { ...news, status: 'awaiting_payment', offer });
    for (const text of [subject, heading]) expect(text).toContain('Ждём 100,01\u00A0USDT');
    expect(lead).not.toMatch(/100\u00A0USDT/);
  });

  it('warn against paying without the memo, as the page does', async () => {
    const news = await findNews((await world.order()).id);
    if (news?.offer === undefined) throw new Error('no order');
    const offer = { ...news.offer, memo: '931226836' };
    expect(orderEmail(deps(), { ...news, offer, status: 'awaiting_payment' }).warning).toMatch(/TRON.* Обязательно укажите memo/);
  });

  it('mention a surplus of a completed order, and ask for a destination where it is unknown', async () => {
    for (const [income_requisites, words] of [
      [{}, /Лишние 50\u00A0USDT вернём: откройте заявку и укажите адрес/],
      [{ refund: 'refund-wallet' }, /Лишние 50\u00A0USDT возвращаем отдельно/],
    ] as const) {
      const { id } = await world.order({ income_requisites });
      const news = await findNews(id);
      if (news === undefined) throw new Error('no order');
      const order = { ...news.order, status: 'completed', receivedAmount: 150_000_000n, creditedAmount: 100_000_000n } as const;
      expect(orderEmail(deps(), { ...news, order, status: 'completed', isSurplusQueued: true }).lead).toMatch(words);
      expect(orderEmail(deps(), { ...news, order: { ...order, receivedAmount: 100_000_000n }, status: 'completed' }).lead).not.toContain(
        'сверх',
      );
    }
  });

  it('do not call a manual payout sent before it is, or a payout late that is not', async () => {
    const news = await findNews((await world.order()).id);
    if (news === undefined) throw new Error('no order');
    const rails = new Map<string, Rail>(
      [...world.deps.rails].map(([name, rail]) => [name, { ...rail, capabilities: { ...rail.capabilities, isManual: true } }]),
    );
    const byHand = { ...deps(), rails };
    expect(orderEmail(deps(), { ...news, status: 'payout_sent' }).heading).toMatch(/^Отправили/);
    const taken = { ...news, promise: { ...news.promise, paidByPeople: true } };
    expect(orderEmail(deps(), { ...taken, status: 'payout_sent' }).heading).toMatch(/готовим выплату$/);
    expect(orderEmail(byHand, { ...news, status: 'payment_claimed' }).lead).toContain('ищет сотрудник');
    const { t } = byHand;
    const { lead, lines } = orderEmail(byHand, { ...news, status: 'awaiting_payment' });
    expect(lead).toContain(`нажмите «Я оплатил». ${t('ru', 'order.people_receive')}`);
    expect(lead).not.toMatch(/сами/);
    const labels = lines.map(({ label }) => label);
    expect(labels).toContain(t('ru', 'order.minutes_once_found'));
    expect(labels).not.toContain(t('ru', 'order.minutes_promised'));
  });

  it('report no payout on its way that has failed since', async () => {
    const { id, status } = await world.order();
    const mailKind = statusEmailKind(deps());
    const news = { kind: 'order', subject: id, topic: 'payout_sent', version: 1, isPaid: true };
    expect(await mailKind.compose(news)).toBeDefined();
    const become = async (other: string) => await world.deps.db.run(sql`update orders set status = ${other} where id = ${id}`);
    await become('payout_failed');
    expect(await mailKind.compose(news)).toBeUndefined();
    await become(status);
  });

  it('start with what happened and the amount, in every state', async () => {
    const order = await world.order();
    const news = await findNews(order.id);
    if (news === undefined) throw new Error('no order');
    for (const locale of ['ru', 'en'] as const) {
      for (const status of ORDER_STATUSES.filter((one) => MAIL_DELAY_MS[one] !== null)) {
        const { subject } = orderEmail(deps(), { ...news, order: { ...news.order, locale }, status });
        expect(subject, status).toMatch(/^.{0,40}\d[\d\u00A0.,]*\u00A0(USDT|₽|RUB)/);
        expect(subject).not.toMatch(/\{\{|mail\.|order_letters\./);
      }
    }
  });

  it('keep every amount and short value unbroken, with brand and support', async () => {
    const order = await world.order();
    const news = await findNews(order.id);
    if (news === undefined) throw new Error('no order');
    const settings = { ...world.deps.settings, supportEmail: 'help@exchange.example' };
    const html = emailHtml(orderEmail({ ...deps(), settings }, { ...news, status: 'completed' }));
    for (const sum of html.match(/[\d\u00A0.,]+\u00A0(USDT|₽)/g) ?? []) expect(sum).not.toContain(' ');
    expect(html).toContain('<span style="white-space:nowrap">100\u00A0USDT</span>');
    expect(html).toContain('help@exchange.example');
    expect(html).toContain('«Размен»');
  });

  it('link to the payment page where the rail has one', async () => {
    const order = await world.order();
    const news = await findNews(order.id);
    if (news?.offer === undefined) throw new Error('no offer');
    const { offer } = news;
    const leadOf = (kind: 'requisites' | 'redirect' | 'form') =>
      orderEmail(deps(), { ...news, offer: { ...offer, kind }, status: 'awaiting_payment' }).lead;
    expect(leadOf('requisites')).toContain('на реквизиты ниже');
    expect(leadOf('redirect')).toContain('перейдите на страницу оплаты');
    expect(leadOf('form')).toBe(leadOf('redirect'));
  });

  it('show the rate in the direction of the site', async () => {
    const order = await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' });
    const news = await findNews(order.id);
    if (news === undefined) throw new Error('no order');
    const { lines } = orderEmail(deps(), { ...news, status: 'paid' });
    expect(lines.map((line) => line.value)).toContainEqual(expect.stringMatching(/^1 USDT = \d+(?:,\d+)? ₽$/));
  });

  it('about a choice give the reason, the received amount, the options and the default', async () => {
    const order = await world.order();
    const waiting = await world.deposit(order, { amount: order.incomeAmount / 2n });
    expect(waiting.requote?.reason).toBe('short');
    const news = await findNews(order.id);
    if (news === undefined) throw new Error('no order');
    const email = orderEmail(deps(), { ...news, status: 'requote' });
    expect(email.heading).toBe('Пришло 50\u00A0USDT, нужен ваш выбор');
    expect(email.lead).toContain('Пришло 50\u00A0USDT из 100\u00A0USDT.');
    expect(email.lead).toContain('мы вернём деньги');
    const values = email.lines.map((line) => line.value);
    expect(values[0]).toBe('50\u00A0USDT');
    expect(values[1]).toMatch(/^доплатите 50\u00A0USDT, получите .*\u00A0₽, до /);
    const homeless = { ...news.order, hasRefundDestination: false };
    expect(orderEmail(deps(), { ...news, order: homeless, status: 'requote' }).lead).toContain('попросим указать адрес');
  });

  it('about surplus of a settled order say that it is returned or ask for a destination; earlier statements stay', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    await world.deposit(order, { externalId: 'second', amount: order.incomeAmount / 2n });
    const [news] = await world.deps.db.many(
      as<{ topic: string; version: number }>(),
      sql`select topic, version from mail_news where subject = ${order.id} and kind = 'order'`,
    );
    expect(news).toMatchObject({ topic: 'completed', version: (await world.read(order.id)).version });
    const found = await findNews(order.id);
    if (found === undefined) throw new Error('no order');
    const email = orderEmail(deps(), { ...found, status: 'completed' });
    expect(email.heading).toBe('Сверх заявки пришло 50\u00A0USDT');
    expect(email.lead).toMatch(/Квитанция.*Лишние.*возвращаем отдельно/);
    const homeless = { ...found.order, hasRefundDestination: false };
    expect(orderEmail(deps(), { ...found, order: homeless, status: 'completed' }).lead).toMatch(/Квитанция.*укажите адрес/);
    const refund = orderEmail(deps(), { ...found, order: { ...homeless, status: 'refund_pending' }, status: 'refund_pending' });
    expect(refund.lead).toMatch(/Лишние 50\u00A0USDT вернём/);
    const returned = { ...found.order, surplusReturned: order.incomeAmount / 2n };
    expect(orderEmail(deps(), { ...found, order: returned, status: 'completed' }).lead).toContain('Лишние 50\u00A0USDT мы вернули');
    expect(email.lines).toContainEqual({ label: 'Заявка', value: orderNumber(order.id) });
  });

  it('about a refund give its amount and destination, not the exchange', async () => {
    const order = await world.order();
    await world.deposit(order, { amount: order.incomeAmount / 2n });
    const news = await findNews(order.id);
    if (news === undefined) throw new Error('no order');
    const refunded = { ...news, order: { ...news.order, outcomeTxHash: '0xback' }, status: 'refunded' as const };
    const email = orderEmail(deps(), refunded);
    expect(email.heading).toBe('Вернули 50\u00A0USDT');
    const lines = emailText(email);
    expect(lines).toContain('Номер операции (возврат): 0xback');
    expect(lines).toContain(news.refundDestination['refund']);
    expect(lines).not.toContain(news.destination['account']);
    expect(lines).not.toMatch(/Отдаёте|Получаете|выплат/);
  });
});
