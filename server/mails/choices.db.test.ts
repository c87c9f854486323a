import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailChoiceAttributes, MailChoicesAttributes } from '#contract/account/mail-choices.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { OutgoingMail } from '#server/adapters/mail/port.ts';
import { emailKinds } from '#tests/make/registries.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { mailChoiceRoutes } from './choice-routes.ts';
import { unsubscribePost, unsubscribeTokenOf } from './unsubscribe.ts';
import { createMailSender } from './send-mails.ts';

let world: World;
let office: Office;
let sent: OutgoingMail[] = [];
const posts = fastify();
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, mailChoiceRoutes(world.deps));
  await posts.register(unsubscribePost(world.deps));
});
afterAll(async () => {
  await posts.close();
  await office.close();
  await world.close();
});

/** An order of this address from its creation to its end, with all e-mails about it. */
async function exchange(email: string): Promise<OutgoingMail[]> {
  sent = [];
  const t = createTranslate();
  const post = createMailSender({
    ...world.deps,
    t,
    emailKinds: emailKinds({ ...world.deps, t }),
    mailer: { send: async (mail) => (sent.push(mail), { outcome: 'sent' }), stop: () => undefined },
  });
  const order = await world.order({ email });
  await post.pass();
  await world.deposit(order, { state: 'seen', confirmations: 0 });
  await world.pass(MINUTE_MS);
  await post.pass();
  await world.deposit(order);
  await world.drain();
  await world.pass(MINUTE_MS);
  await post.pass();
  return sent.filter(({ to }) => to === email);
}

const offUrl = (mail: OutgoingMail | undefined): URL => new URL((mail?.headers?.['List-Unsubscribe'] ?? '<none:>').slice(1, -1));
const press = async (url: URL, payload = 'List-Unsubscribe=One-Click') =>
  await posts.inject({
    method: 'POST',
    url: `${url.pathname}${url.search}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });

describe('mails that a recipient does not want', () => {
  it('are switched off with one request of a mail program; opening the link changes nothing', async () => {
    const [asking, seen, done] = await exchange('guest@example.org');
    expect(asking?.headers).toEqual({});
    expect([offUrl(seen).pathname, seen?.headers?.['List-Unsubscribe-Post']]).toEqual(['/mail/off', 'List-Unsubscribe=One-Click']);
    expect(seen?.text).toContain(offUrl(seen).href);
    expect(offUrl(seen).href).not.toContain('guest');
    const token = offUrl(seen).searchParams.get('t') ?? '';
    const read = async () => (await office.guest.send<MailChoiceAttributes>('GET', `/api/v1/mail_choices/${token}`)).one.attributes;
    expect(await read()).toEqual({ choice: 'payment', email_masked: 'g•••t@example.org', is_on: true });
    const off = await press(offUrl(seen));
    expect([off.statusCode, off.headers['location']]).toEqual([200, undefined]);
    expect(await read()).toMatchObject({ is_on: false });
    expect((await exchange('guest@example.org')).map(({ subject }) => subject.split(' · ')[0])).toEqual(
      [asking, done].map((mail) => mail?.subject.split(' · ')[0]),
    );
    // By the form of our page; then switched back
    expect((await press(offUrl(seen), 'letters=on')).statusCode).toBe(303);
    expect(await read()).toMatchObject({ is_on: true });
  });

  it('cannot be switched by others, and a token changes only one choice', async () => {
    const token = unsubscribeTokenOf(world.deps, { recipient: 'a@example.org', choice: 'closed' });
    for (const wrong of [
      '',
      'x',
      token.slice(0, -2),
      world.deps.secrets.seal('{"off":"everything","to":"a@example.org"}').toString('base64url'),
    ])
      expect((await press(new URL(`http://localhost/en/mail/off?t=${wrong}`))).statusCode, wrong).toBe(404);
    expect((await office.guest.send('GET', '/api/v1/mail_choices/nonsense')).error.code).toBe('invalid_token');
  });

  it('have switches in an account with a verified address; mails without a choice have none', async () => {
    const anna = await office.person('customer', 'anna');
    const saved = await anna.send<MailChoicesAttributes>('PUT', '/api/v1/user/mail_choices', { payout: false, completed: false });
    expect(saved.one.attributes).toEqual({ payment: true, payout: false, completed: false, closed: true, reviews: true });
    expect((await anna.send('PUT', '/api/v1/user/mail_choices', { security: false })).status).toBeLessThan(500);
    expect((await anna.send<MailChoicesAttributes>('GET', '/api/v1/user/mail_choices')).one.attributes).toEqual(saved.one.attributes);
    expect((await office.guest.send('GET', '/api/v1/user/mail_choices')).status).toBe(401);
  });
});
