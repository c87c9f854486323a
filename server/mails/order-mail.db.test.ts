import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/make/world.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { letterText } from './letter.ts';
import { orderLetter } from './order-letter.ts';
import { findMails } from './store.ts';
import { readOrderMailJob, sendOrderMail } from './send-order-mail.ts';

describe('mails about an order', () => {
  let world: World;
  const sent: string[] = [];
  let isDown = false;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(async () => await world.close());

  const deps = () => ({
    ...world.deps,
    t: createTranslate(),
    mailer: {
      send: async (mail: { id: string }) => {
        if (isDown) throw new Error('mail server is away');
        sent.push(mail.id);
      },
    },
  });

  it('carry every parameter, the requisites to pay to, and the secret link; masked where the money goes', async () => {
    const order = await world.order();
    await sendOrderMail(deps(), { orderId: order.id, version: order.version, status: 'awaiting_payment' });
    const [mail] = await findMails(world.deps.db, { recipient: 'guest@example.org', limit: 1 });
    expect(mail?.subject).toContain(order.id);
    expect(mail?.text).toContain(`addr-${order.id}`);
    expect(mail?.text).toContain(`/order/${order.id}?token=${orderTokenOf(world.deps, order.id)}`);
    expect(mail?.text).not.toContain('my-account');
    expect(mail?.html).toContain('lang="ru"');
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/\{\{|mail\./);
  });

  it('send him to the payment page where the rail pays on one', async () => {
    const order = await world.order();
    const news = await findOrderNews(world.deps.db, order.id);
    if (news?.offer === undefined) throw new Error('no offer');
    const { offer } = news;
    const leadOf = (kind: 'requisites' | 'redirect' | 'form') =>
      orderLetter(deps(), { ...news, offer: { ...offer, kind }, status: 'awaiting_payment' }).lead;
    expect(leadOf('requisites')).toContain('на реквизиты ниже');
    expect(leadOf('redirect')).toContain('перейдите на страницу оплаты');
    expect(leadOf('form')).toBe(leadOf('redirect'));
  });

  it('tell the rate in the direction the site shows it in', async () => {
    const order = await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' });
    const news = await findOrderNews(world.deps.db, order.id);
    if (news === undefined) throw new Error('no order');
    const { lines } = orderLetter(deps(), { ...news, status: 'paid' });
    expect(lines.map((line) => line.value)).toContainEqual(expect.stringMatching(/^1 USDT = \d+(?:,\d+)? ₽$/));
  });

  it('about a choice tell why, what arrived, what is offered, and what happens without an answer', async () => {
    const order = await world.order();
    const waiting = await world.deposit(order, { amount: order.incomeAmount / 2n });
    expect(waiting.requote?.reason).toBe('short');
    const news = await findOrderNews(world.deps.db, order.id);
    if (news === undefined) throw new Error('no order');
    const letter = orderLetter(deps(), { ...news, status: 'requote' });
    expect(letter.lead).toContain('Пришло меньше');
    expect(letter.lead).toContain('мы вернём деньги');
    const values = letter.lines.map((line) => line.value);
    expect(values[0]).toBe('50\u00A0USDT');
    expect(values[1]).toMatch(/\u00A0₽$/);
    const homeless = { ...news.order, hasRefundDestination: false };
    expect(orderLetter(deps(), { ...news, order: homeless, status: 'requote' }).lead).toContain('попросим указать адрес');
  });

  it('about a refund tell what goes back and where to, not the exchange that did not happen', async () => {
    const order = await world.order();
    await world.deposit(order, { amount: order.incomeAmount / 2n });
    const news = await findOrderNews(world.deps.db, order.id);
    if (news === undefined) throw new Error('no order');
    const refunded = { ...news, order: { ...news.order, outcomeTxHash: '0xback' }, status: 'refunded' as const };
    const letter = orderLetter(deps(), refunded);
    expect(letter.heading).toBe('Вернули 50\u00A0USDT');
    const lines = letterText(letter);
    expect(lines).toContain('Транзакция возврата: 0xback');
    expect(lines).toContain(news.refundDestination['refund']);
    expect(lines).not.toContain(news.destination['account']);
    expect(lines).not.toMatch(/Отдаёте|Получаете|выплат/);
  });

  it('are written once and sent again with the same id when the server was away', async () => {
    const order = await world.order();
    const job = { orderId: order.id, version: 1, status: 'awaiting_requisites' } as const;
    isDown = true;
    await expect(sendOrderMail(deps(), job)).rejects.toThrow('away');
    isDown = false;
    sent.length = 0;
    await Promise.all([sendOrderMail(deps(), job), sendOrderMail(deps(), job)]);
    await sendOrderMail(deps(), job);
    expect(new Set(sent).size).toBe(1);
    const mails = (await findMails(world.deps.db, { recipient: undefined, limit: 50 })).filter((mail) => mail.orderId === order.id);
    expect(mails).toHaveLength(1);
  });

  it('ignore a job that we never wrote', () => {
    expect(readOrderMailJob({ order_id: 'a', version: 1, status: 'hacked' })).toBeUndefined();
    expect(readOrderMailJob({ order_id: 'a', version: 1, status: 'paid' })).toEqual({ orderId: 'a', version: 1, status: 'paid' });
  });
});
