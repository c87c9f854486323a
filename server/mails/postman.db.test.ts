import { as } from '#tests/make/rows.ts';
import { sql, Sql } from '#server/platform/db/db.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import type { MailResult, OutgoingMail } from '#server/adapters/mail/port.ts';
import { cancelOrder } from '#server/orders/customer/customer-moves.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { emailKinds } from '#tests/make/registries.ts';
import type { EmailKind, EmailKinds } from './email-kind.ts';
import { queueNews } from './queue-news.ts';
import { createMailSender } from './send-mails.ts';
import { unsealEmail } from './email.ts';
import { findEmails, purgeEmails } from './store.ts';

describe('the mail sender', () => {
  let world: World;
  let sent: OutgoingMail[] = [];
  let moreKinds: EmailKinds = {};
  /** The mail server's response to a mail. */
  let server: (mail: OutgoingMail) => MailResult | Promise<MailResult>;
  const postman = (rateLimits: 'on' | 'off' = 'on') =>
    createMailSender({
      ...world.deps,
      t: createTranslate(),
      emailKinds: { ...emailKinds({ ...world.deps, t: createTranslate() }), ...moreKinds },
      settings: { ...world.deps.settings, rateLimits },
      mailer: {
        send: async (mail) => {
          const answer = await server(mail);
          if (answer.outcome === 'sent') sent.push(mail);
          return answer;
        },
        stop: () => undefined,
      },
    });
  const later: MailResult = { outcome: 'later', reason: '450 not now' };
  // Review invitations are excluded: they are sent hours after an exchange
  const waiting = async () =>
    await world.deps.db.many(
      as<{ subject: string; topic: string }>(),
      sql`select subject, topic from mail_news where kind <> 'review' order by subject`,
    );
  const incidents = async () =>
    await world.deps.db.many(as<{ kind: string; subject: string }>(), sql`select kind, subject from incidents order by kind`);
  const cancel = async (orderId: string) => {
    const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } as const;
    await world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, { orderId, caller }));
  };

  beforeEach(async () => {
    world = await createWorld();
    sent = [];
    moreKinds = {};
    server = () => ({ outcome: 'sent' });
  });
  afterEach(async () => await world.close());

  it('sends one mail for moves in quick succession, about the newest', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    await world.pass(SECOND_MS);
    await postman().pass();
    expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Выплатили/)]);
    expect(await waiting()).toEqual([]);
  });

  it('sends one mail per slow move, in order, and delays states that soon pass', async () => {
    const order = await world.order();
    await postman().pass();
    await world.deposit(order, { state: 'seen', confirmations: 0 });
    await postman().pass();
    expect(sent).toHaveLength(1);
    await world.pass(MINUTE_MS);
    await postman().pass();
    await world.deposit(order);
    await world.drain();
    await postman().pass();
    expect(sent.map(({ subject }) => subject.split(' ')[0])).toEqual(['Ждём', 'Перевод', 'Выплатили']);
  });

  it('handles news of an older release for a state without a mail', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.deps.db.run(sql`update mail_news set topic = 'payout_pending' where subject = ${order.id}`);
    await world.pass(MINUTE_MS);
    await postman().pass();
    expect(sent.map(({ subject }) => subject.split(' ')[0])).toEqual(['Получили']);
  });

  it('describes the order’s state at sending time, not when the news was queued', async () => {
    const order = await world.order();
    await world.deps.db.run(sql`update mail_news set topic = 'requote' where subject = ${order.id}`);
    await postman().pass();
    expect(sent.map(({ subject }) => subject.split(' ')[0])).toEqual(['Ждём']);
  });

  it('composes a mail again after a server outage and keeps its Message-ID', async () => {
    const order = await world.order();
    server = () => ({ outcome: 'unavailable', reason: 'ECONNECTION' });
    await postman().pass();
    await cancel(order.id);
    server = () => ({ outcome: 'sent' });
    await postman().pass();
    expect(sent).toEqual([]);
    await world.pass(11 * SECOND_MS);
    await Promise.all([postman().pass(), postman().pass()]);
    expect(sent.map(({ id, subject }) => [id, subject.split(' ')[0]])).toEqual([[`order.${order.id}.3`, 'Отменена']]);
  });

  it('is not blocked by an address that fails or never answers', async () => {
    let release = () => undefined as void;
    const silence = new Promise<MailResult>((resolve) => {
      release = () => resolve(later);
    });
    const bad = await world.order({ email: 'bad@example.org' });
    await world.order({ email: 'silent@example.org' });
    for (let i = 0; i < 20; i += 1) await world.order({ email: `good-${i}@example.org` });
    server = ({ to }) => (to.startsWith('silent') ? silence : to.startsWith('bad') ? later : { outcome: 'sent' });
    const post = postman();
    await post.pass();
    expect(sent).toHaveLength(20);
    await world.order({ email: 'newcomer@example.org' });
    await post.pass();
    expect(sent.at(-1)?.to).toBe('newcomer@example.org');
    release();
    // It is retried at growing intervals, and finally left to an operator
    for (let i = 0; i < 5; i += 1) {
      await world.pass(20 * HOUR_MS);
      await postman().pass();
    }
    expect(await incidents()).toEqual(expect.arrayContaining([{ kind: 'mail_undeliverable', subject: bad.id }]));
    expect(await waiting()).toEqual([]);
  });

  it('sends to many addresses concurrently, however slow the server', async () => {
    let [inHand, most] = [0, 0];
    server = async () => {
      inHand += 1;
      most = Math.max(most, inHand);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inHand -= 1;
      return { outcome: 'sent' };
    };
    for (let i = 0; i < 40; i += 1) await world.order({ email: `guest-${i}@example.org` });
    await postman().pass();
    await postman().pass();
    expect(sent).toHaveLength(40);
    expect(most).toBeGreaterThanOrEqual(8);
  });

  it('gives up at once on permanent failures and raises an incident', async () => {
    const order = await world.order();
    server = () => ({ outcome: 'refused', reason: '550 no such user' });
    await postman().pass();
    expect(await waiting()).toEqual([]);
    expect(await incidents()).toEqual([{ kind: 'mail_undeliverable', subject: order.id }]);
    server = () => ({ outcome: 'sent' });
    await cancel(order.id);
    await postman().pass();
    expect(sent).toHaveLength(1);
  });

  it('raises an incident after five minutes without a server, and then sends everything', async () => {
    for (let i = 0; i < 20; i += 1) await world.order({ email: `guest-${i}@example.org` });
    server = () => ({ outcome: 'unavailable', reason: 'ECONNECTION' });
    await postman().pass();
    await world.pass(MINUTE_MS);
    await postman().pass();
    expect(await incidents()).toEqual([]);
    await world.pass(5 * MINUTE_MS);
    await postman().pass();
    expect(await incidents()).toEqual([{ kind: 'mail_server_away', subject: 'smtp' }]);
    server = () => ({ outcome: 'sent' });
    await world.pass(15 * MINUTE_MS);
    await postman().pass();
    expect(sent).toHaveLength(20);
  });

  it('sends one address at most 5 mails a minute and 30 a day, without losing the last state of any order', async () => {
    const orders: string[] = [];
    const times: number[] = [];
    server = () => {
      times.push(world.deps.clock.now());
      return { outcome: 'sent' };
    };
    for (let i = 0; i < 60; i += 1) {
      const { id } = await world.order({ email: 'Victim@example.org' });
      orders.push(id);
      await postman().pass();
      await world.pass(5 * SECOND_MS);
    }
    for (const id of orders) await cancel(id);
    for (let i = 0; i < 100 && (await waiting()).length > 0; i += 1) {
      await world.pass(20 * MINUTE_MS);
      await postman().pass();
    }
    expect(await waiting()).toEqual([]);
    for (const at of times) {
      expect(times.filter((one) => one > at - MINUTE_MS && one <= at).length).toBeLessThanOrEqual(5);
      expect(times.filter((one) => one > at - DAY_MS && one <= at).length).toBeLessThanOrEqual(30);
    }
    const last = new Map(sent.flatMap(({ text }) => orders.filter((id) => text.includes(id)).map((id) => [id, text] as const)));
    expect(orders.filter((id) => !last.get(id)?.includes('Отменена'))).toEqual([]);
  }, 30_000);

  describe('of a module that is independent of mails and orders', () => {
    const greeting: EmailKind = {
      mergedTexts: () => ({ subject: 'Greetings', heading: 'Greetings', lead: 'Hello to all.' }),
      compose: async ({ subject, topic, version }) =>
        topic === 'gone'
          ? undefined
          : {
              to: `${subject}@example.org`,
              locale: 'en',
              email: { subject: `${topic} ${version}`, heading: topic, lead: 'Hello.', lines: [], button: null },
              line: { label: subject, value: topic, url: `https://exchange.example/${subject}` },
              footer: 'The link greets.',
            },
    };
    const greet = async (subject: string, topic: string, version = 1, kind = 'greeting') => {
      const at = world.deps.clock.now();
      const news = {
        kind,
        subject,
        topic,
        version,
        recipient: `${subject}@example.org`,
        isPaid: false,
        changedAt: at,
        dueAt: at,
      };
      await world.deps.db.tx(async (tx) => await queueNews(tx, news));
    };

    it('sends its mails, the newest of each subject, and drops news without content', async () => {
      moreKinds = { greeting };
      await greet('ann', 'welcome');
      await greet('ann', 'hello', 2);
      await greet('bob', 'gone');
      await postman().pass();
      expect(sent.map(({ to, subject }) => [to, subject])).toEqual([['ann@example.org', 'hello 2']]);
      expect(sent[0]?.text).toMatch(/Hello\.[^]*The link greets\.[^]*Razmen/);
      expect(await waiting()).toEqual([]);
    });

    it('has Message-IDs different from other kinds’ and equal for the same mail', async () => {
      moreKinds = { greeting, farewell: greeting };
      for (const kind of ['greeting', 'farewell', 'greeting']) {
        await greet('eve', 'hello', 1, kind);
        await postman().pass();
      }
      const [one, other, again] = sent.map(({ id }) => id);
      expect([one !== other, one === again, sent.length]).toEqual([true, true, 3]);
    });

    it('shares one mail with an order’s news when the allowance requires it', async () => {
      moreKinds = { greeting };
      await world.order({ email: 'ann@example.org' });
      const sentBefore = async (count: number) => {
        const at = new Date(world.deps.clock.now());
        for (let i = 0; i < count; i += 1)
          await world.deps.db.run(sql`
            insert into letters (id, recipient, subjects, topic, locale, letter_sealed, created_at, sent_at)
            values (${`old-${i}`}, 'ann@example.org', '{}', null, 'en', ${Buffer.from('x')}, ${at}, ${at})`);
      };
      await sentBefore(4);
      await greet('ann', 'welcome');
      await postman().pass();
      expect(sent).toHaveLength(1);
      expect(sent[0]?.text).toMatch(/https:\/\/exchange\.example\/ann/);
      expect(sent[0]?.text).toMatch(/\/order\//);
      expect(sent[0]?.subject).toBe('2 уведомления');
    });

    it('blocks no other mail when composing fails, and is sent later', async () => {
      moreKinds = { greeting: { ...greeting, compose: async () => await Promise.reject(new Error('no words')) } };
      await greet('ann', 'welcome');
      await world.order({ email: 'ann@example.org' });
      await world.order({ email: 'bob@example.org' });
      await postman().pass();
      expect(sent.map(({ to }) => to).toSorted()).toEqual(['ann@example.org', 'bob@example.org']);
      expect(await waiting()).toEqual([{ subject: 'ann', topic: 'welcome' }]);
      moreKinds = { greeting };
      await postman().pass();
      expect(sent).toHaveLength(2);
      await world.pass(11 * SECOND_MS);
      await postman().pass();
      expect(sent.at(-1)?.subject).toBe('welcome 1');
    });
  });

  it('encrypts stored mails and deletes them after 30 days: no secret link is in the database', async () => {
    const order = await world.order();
    const token = orderTokenOf(world.deps, order.id);
    await postman().pass();
    const [stored] = await findEmails(world.deps.db, { recipient: 'GUEST@example.org', limit: 1 });
    expect(unsealEmail(world.deps, stored?.sealed ?? Buffer.alloc(0)).text).toContain(token);
    const tables = await world.deps.db.many(
      as<{ name: string }>(),
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { n } = await world.deps.db.one(
        as<{ n: number }>(),
        new Sql([`select count(*)::int as n from ${name} t where t::text like `, ''], [`%${token}%`]),
      );
      if (n > 0) found.push(name);
    }
    expect(found).toEqual([]);
    await world.pass(30 * DAY_MS - HOUR_MS);
    await purgeEmails(world.deps.db, world.deps.clock.now() - 30 * DAY_MS);
    expect(await findEmails(world.deps.db, { recipient: undefined, limit: 9 })).toHaveLength(1);
    await world.pass(2 * HOUR_MS);
    await purgeEmails(world.deps.db, world.deps.clock.now() - 30 * DAY_MS);
    expect(await findEmails(world.deps.db, { recipient: undefined, limit: 9 })).toHaveLength(0);
  });
});
