import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/make/world.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { createTranslate } from '#server/platform/translate.ts';
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
