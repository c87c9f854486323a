import { inflateRawSync } from 'node:zlib';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataExportAttributes } from '#contract/account/personal-data.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { emailKinds } from '#tests/make/registries.ts';
import { createMailSender } from '#server/mails/send-mails.ts';
import { grantBonus } from '#server/earnings/grant-bonus.ts';
import { reverseByOperator } from '#server/earnings/reverse-by-operator.ts';
import { queueCustomerMessage } from '#server/order-emails/customer-emails.ts';
import { erasePictures, storePicture } from '#server/card-verifications/pictures.ts';
import { orderRoutes } from '#server/orders/customer/routes.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { eraseDue } from './erase-account.ts';
import { makeExport, sweepExports } from './exports.ts';
import { personalDataRoutes } from './routes.ts';

let world: World;
let office: Office;
let anna: Person;
let boris: Person;

const A = {
  card: '40817810099910004312',
  wallet: 'TAnnaCanaryAddress00000000000000001',
  invoice: 'INVOICE-ANNA-77',
  name: 'Annacanary',
  note: 'anna asked for her mother',
};
const B = {
  card: '40817810000000008888',
  wallet: 'TBorisCanaryAddress0000000000000002',
  invoice: 'INVOICE-BORIS-88',
  name: 'Boriscanary',
  note: 'boris is a regular',
};

async function emailOf({ id }: Person): Promise<string> {
  return (await world.deps.db.one(as<{ email: string }>(), sql`select email from users where id = ${id}`)).email;
}

const post = async () => {
  const t = createTranslate();
  await createMailSender({
    ...world.deps,
    t,
    emailKinds: emailKinds({ ...world.deps, t }),
    mailer: { send: async () => ({ outcome: 'sent' }), stop: () => undefined },
  }).pass();
};

/** A bonus that is granted and reversed, and one that a colleague declines. */
async function earn({ id: userId }: Person): Promise<void> {
  const { deps } = world;
  const grant = { userId, note: 'for patience', operatorId: (await office.person('treasurer')).id };
  await deps.db.tx(async (tx) => await grantBonus(deps, tx, { ...grant, amount: 5_000n }));
  const { id } = await deps.db.one(as<{ id: string }>(), sql`select id::text from earnings where user_id = ${userId}`);
  await deps.db.tx(async (tx) => await reverseByOperator(deps, tx, { ...grant, id }));
  await deps.db.tx(async (tx) => await grantBonus(deps, tx, { ...grant, amount: 20_000n }));
  await deps.db.run(
    sql`update approvals set state = 'declined', decided_at = now(), decided_by = ${grant.operatorId} where subject = ${userId}`,
  );
}

/** A complete exchange with all data that a customer can leave. */
async function leaveTraces(person: Person, canary: typeof A): Promise<string> {
  const form = await world.form({
    payment_system_from_id: 'SBERRUB',
    payment_system_to_id: 'USDTTRC20',
    email: await emailOf(person),
    income_requisites: { account: canary.card },
    outcome_requisites: { address: canary.wallet },
    save_requisites: true,
  });
  const { id } = (await person.send<OrderAttributes>('POST', '/api/v1/orders', form, { 'idempotency-key': `key-of-${canary.name}` })).one;
  await person.send('POST', `/api/v1/orders/${id}/get_requisites`, {});
  await post();
  await person.send('POST', '/api/v1/orders/confirm_payment', { order_id: id, invoice_id: canary.invoice });
  const fileKey = `cheques/2026-01-01/${canary.name}.pdf`;
  await world.deps.files.put(fileKey, Buffer.from(`%PDF ${canary.name}`));
  await world.deps.db.run(sql`
    insert into cheques (id, order_id, sha256, file_key, size, created_at)
    values (${world.deps.random.uuid()}, ${id}, ${Buffer.from(canary.name)}, ${fileKey}, 10, ${new Date(world.deps.clock.now())})`);
  const photo = await storePicture(world.deps, Buffer.from(`photo of ${canary.name}`));
  await world.deps.db.run(sql`
    insert into card_verifications (id, user_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state, created_at,
      picture_key, picture_secret_sealed)
    values (${world.deps.random.uuid()}, ${person.id}, ${Buffer.from(canary.card)}, '408178•••4312',
      ${world.deps.secrets.seal(canary.card)}, ${canary.name}, 'other', 'pending',
      now(), ${photo.key}, ${photo.secretSealed})`);
  await world.deps.db.run(sql`update users set full_name = ${canary.name} where id = ${person.id}`);
  await world.deps.db.run(
    sql`insert into security_events (id, user_id, at, topic, ip, device)
      values (${world.deps.random.uuid()}, ${person.id}, now(), 'signed_in', '203.0.113.7', ${canary.name})`,
  );
  await world.deps.db.run(sql`
    insert into customer_notes (id, mailbox, note, audience, author_id, order_id, at)
    values (${world.deps.random.uuid()}, ${await emailOf(person)}, ${canary.note}, 'office', ${person.id}, ${id}, now())`);
  await world.deps.db.run(sql`
    insert into business_requests (id, email, mailbox, locale, user_id, url, monthly_turnover, state, asked_at, changed_at, note)
    values (${world.deps.random.uuid()}, ${await emailOf(person)}, ${await emailOf(person)}, 'ru', ${person.id}, 'https://shop.example',
      '1', 'new',
      now(), now(), ${canary.note})`);
  await world.deps.db.run(sql`
    insert into reviews (id, order_id, rating, body, name, locale, state, written_at, changed_at)
    values (${world.deps.random.uuid()}, ${id}, 5, 'quick', ${canary.name}, 'ru', 'published', now(), now())`);
  await world.deps.db.tx(
    async (tx) =>
      await queueCustomerMessage(world.deps, tx, {
        orderId: id,
        kind: 'message',
        body: `Dear ${canary.name}`,
        recipient: await emailOf(person),
        authorId: person.id,
      }),
  );
  await earn(person);
  await world.deposit(await world.read(id));
  await world.drain();
  await world.pass(MINUTE_MS);
  await post();
  expect((await world.read(id)).status).toBe('completed');
  return id;
}

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...personalDataRoutes(world.deps), ...orderRoutes(world.deps)]);
  anna = await office.person('customer', 'annacanary');
  boris = await office.person('customer', 'boriscanary');
  await world.deps.db.run(sql`update users set email_verified_at = now()`);
  await leaveTraces(anna, A);
  await leaveTraces(boris, B);
});
afterAll(async () => {
  await office.close();
  await world.close();
});

/** All contents of the database and the file store, with ciphertext decrypted. */
async function dump(): Promise<string> {
  const tables = await world.database.adminDb.many(
    as<{ name: string }>(),
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  let text = '';
  for (const { name } of tables) {
    const [row] = await world.database.adminDb.many(as<{ all: string | null }>(), {
      ...sql``,
      text: `select json_agg(t)::text as all from "${name}" t`,
      values: [],
    } as never);
    text += `\n${name}: ${row?.all ?? ''}`;
  }
  // Data that our own keys decrypt counts as readable
  const opened = [...text.matchAll(/\\\\x([0-9a-f]{64,})/g)].map(([, hex]) => {
    try {
      return world.deps.secrets.unseal(Buffer.from(hex ?? '', 'hex'));
    } catch {
      return '';
    }
  });
  const keys = (await Promise.all(['cheques/2026-01-01', 'exports'].map(async (folder) => await world.deps.files.list(folder)))).flat();
  const files = await Promise.all(keys.map(async (key) => `${key} ${String(await world.deps.files.get(key))}`));
  return [text, ...opened, ...files].join('\n');
}

const namesIn = (text: string, canary: typeof A): string[] =>
  Object.values(canary).filter((value) => text.toLowerCase().includes(value.toLowerCase()));

/** The files of an archive, by its directory. */
function unzip(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = 0; archive.readUInt32LE(at) === 0x04_03_4b_50; ) {
    const [size, label] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const name = archive.subarray(at + 30, at + 30 + label).toString();
    files[name] = inflateRawSync(archive.subarray(at + 30 + label, at + 30 + label + size)).toString();
    at += 30 + label + size;
  }
  return files;
}

const EXPORTS = '/api/v1/user/exports';
const request = async (person: Person) => (await person.send<DataExportAttributes>('POST', EXPORTS)).one;
const take = async (person: Person, id: string) => (office.prove(person), await person.send('GET', `${EXPORTS}/${id}/file`));

describe('an archive of personal data (R44)', () => {
  it('has all data of the customer and none of others, is encrypted, and is downloaded once, by the customer', async () => {
    const { id, attributes } = await request(anna);
    expect(attributes).toMatchObject({ state: 'queued', done: 0 });
    expect((await request(anna)).id).toBe(id);
    expect((await anna.send('GET', `${EXPORTS}/${id}/file`)).error.code).toBe('fresh_factor_required');
    expect((await take(anna, id)).status).toBe(404);
    await Promise.all([makeExport(world.deps, id), makeExport(world.deps, id)]);
    const [ready] = (await anna.send<DataExportAttributes>('GET', EXPORTS)).rows;
    expect(ready?.attributes).toMatchObject({ state: 'ready', done: attributes.parts });
    const [storedExport, ...others] = await world.deps.files.list('exports');
    expect(others).toEqual([]);
    expect(String(await world.deps.files.get(storedExport ?? ''))).not.toContain(A.name);
    expect((await boris.send('GET', EXPORTS)).rows).toEqual([]);
    for (const stranger of [boris, office.guest]) expect((await take(stranger, id)).status).toBeGreaterThanOrEqual(401);
    // Its headers alone do not use it up
    expect(await anna.send('HEAD', `${EXPORTS}/${id}/file`)).toMatchObject({ status: 200, raw: Buffer.alloc(0) });
    const given = await take(anna, id);
    expect([given.status, given.headers['cache-control']]).toEqual([200, 'no-store']);
    const files = unzip(given.raw);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['account.json', 'orders.json', 'orders.csv', 'wallets.json', 'letters.json', 'notices.json']),
    );
    expect(Object.entries(files).find(([name]) => name.startsWith('cards/'))?.[1]).toBe(`photo of ${A.name}`);
    const text = Object.entries(files).flat().join('\n');
    // Operators' notes are not part of the customer's export
    const { note: _, ...own } = A;
    expect(namesIn(text, A).toSorted()).toEqual(Object.values(own).toSorted());
    expect(namesIn(text, B)).toEqual([]);
    expect(files['account.json']).not.toMatch(/password|token|hash/);
    const { earnings } = JSON.parse(files['earnings.json'] ?? '') as { earnings: { kind: string; amount: string }[] };
    expect(JSON.parse(files['reviews.json'] ?? '')).toMatchObject([{ name: A.name, text: 'quick', rating: 5 }]);
    expect(earnings.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual(['bonus 50', 'cashback 0.05']);
    expect([(await take(anna, id)).status, await world.deps.files.list('exports')]).toEqual([404, []]);
  });

  it('excludes mails to an unverified address, and so does a deletion: mails open accounts and orders', async () => {
    const stranger = await office.person('customer', 'stranger');
    const email = await emailOf(boris);
    await world.deps.db.run(sql`update users set email = ${email}, email_verified_at = null where id = ${stranger.id}`);
    const { id } = await request(stranger);
    await makeExport(world.deps, id);
    const files = unzip((await take(stranger, id)).raw);
    expect(Object.keys(files)).not.toContain('letters.json');
    office.prove(stranger);
    expect((await stranger.send('POST', '/api/v1/user/erasure', { email })).status).toBe(202);
    await world.pass(15 * MINUTE_MS);
    await eraseDue(world.deps);
    expect(namesIn(await dump(), B)).toEqual(Object.values(B));
    const emails = sql`select id from letters where recipient = ${email}`;
    expect(await world.deps.db.many(as<object>(), emails)).not.toEqual([]);
  });

  it('is destroyed after a day, also if it was never downloaded', async () => {
    const { id } = await request(boris);
    await makeExport(world.deps, id);
    await world.pass(DAY_MS);
    await sweepExports(world.deps);
    expect([(await take(boris, id)).status, await world.deps.files.list('exports')]).toEqual([404, []]);
    const [over] = (await boris.send<DataExportAttributes>('GET', EXPORTS)).rows;
    expect(over?.attributes.state).toBe('over');
  });
});

describe('a deleted account (R44)', () => {
  const erase = async (person: Person, email: string) => (
    office.prove(person), await person.send('POST', '/api/v1/user/erasure', { email })
  );

  it('is refused while an order is open, with another e-mail, and to operators and guests', async () => {
    expect((await erase(anna, 'anna@wrong.example')).error).toMatchObject({
      code: 'invalid_format',
      source: { pointer: '/data/attributes/email' },
    });
    const open = (await anna.send<OrderAttributes>('POST', '/api/v1/orders', await world.form({ email: 'x@example.org' }))).one;
    expect((await erase(anna, await emailOf(anna))).error).toMatchObject({ code: 'order_state_conflict', meta: { orders: 1 } });
    expect((await anna.send('DELETE', `/api/v1/orders/${open.id}`)).status).toBe(200);
    const cashier = await office.person('cashier');
    expect((await erase(cashier, await emailOf(cashier))).status).toBe(403);
    expect((await office.guest.send('POST', '/api/v1/user/erasure', { email: 'x' })).status).toBe(401);
  });

  it('leaves no personal data in rows, ciphertext, files and mails; the ledger and others’ data stay, and a report has counts', async () => {
    const before = await dump();
    expect([namesIn(before, A), namesIn(before, B)]).toEqual([Object.values(A), Object.values(B)]);
    const sums = async () => await world.database.adminDb.many(as<object>(), sql`select * from account_balances order by 1, 2, 3, 4`);
    const [books, orders] = [
      await sums(),
      await world.database.adminDb.many(
        as<object>(),
        sql`select id, status, version, income_amount, outcome_amount, received_amount from orders order by id`,
      ),
    ];
    const email = await emailOf(anna);
    const erasure = await erase(anna, email.toUpperCase());
    expect(erasure.status).toBe(202);
    expect(String(erasure.headers['set-cookie'])).toContain('session=;');
    // Its e-mail is sent first
    await eraseDue(world.deps);
    expect(await emailOf(anna)).toBe(email);
    await post();
    const [sent] = await world.deps.db.many(
      as<{ sealed: Buffer }>(),
      sql`select letter_sealed as sealed from letters where topic = 'asked' and recipient = ${email}`,
    );
    expect(world.deps.secrets.unseal(sent?.sealed ?? Buffer.alloc(0))).toContain(erasure.one.id);
    await world.pass(MINUTE_MS);
    await Promise.all([eraseDue(world.deps), eraseDue(world.deps)]);
    await erasePictures(world.deps);
    expect(
      await world.deps.db.many(as<object>(), sql`select id from card_verifications where user_id = ${anna.id} and picture_gone_at is null`),
    ).toEqual([]);
    const after = await dump();
    expect(namesIn(after, A)).toEqual([]);
    expect(namesIn(after, B)).toEqual(Object.values(B));
    expect(await sums()).toEqual(books);
    expect(
      await world.database.adminDb.many(
        as<object>(),
        sql`select id, status, version, income_amount, outcome_amount, received_amount from orders order by id`,
      ),
    ).toEqual(orders);
    const [report] = await world.deps.db.many(
      as<{ report: { what: string }[]; done: Date | null }>(),
      sql`select report, orders_done_at as done from erasures where user_id = ${anna.id}`,
    );
    expect(report?.done).not.toBeNull();
    expect(report?.report.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'user_wallets',
        'security_events',
        'letters',
        'orders',
        'cheques',
        'cheque_files',
        'order_search',
        'customer_notes',
      ]),
    );
  });

  it('keeps the data of its orders for the time that the shop has set, and nothing else', async () => {
    const shortRetention = { ...world.deps, shop: { of: () => ({ orders_kept_days: 30 }) } } as unknown as typeof world.deps;
    const longer = await createOffice(world, personalDataRoutes(shortRetention));
    const clara = await longer.person('customer', 'claracanary');
    const [order] = await world.deps.db.many(as<{ id: string }>(), sql`select id from orders where user_id = ${boris.id}`);
    await world.deps.db.run(sql`update orders set user_id = ${clara.id} where id = ${order?.id ?? ''}`);
    expect((await clara.send('POST', '/api/v1/user/erasure', { email: await emailOf(clara) })).error.code).toBe('fresh_factor_required');
    longer.prove(clara);
    expect((await clara.send('POST', '/api/v1/user/erasure', { email: await emailOf(clara) })).status).toBe(202);
    await world.pass(15 * MINUTE_MS);
    await eraseDue(shortRetention);
    expect(await emailOf(clara)).toMatch(/^erased-/);
    expect((await dump()).includes(B.card)).toBe(true);
    // Late money reopens an order: its destination is kept until it ends
    const late = await world.order();
    await world.deps.db.run(sql`update orders set user_id = ${clara.id} where id = ${late.id}`);
    await world.pass(31 * DAY_MS);
    await eraseDue(shortRetention);
    expect((await dump()).includes(B.card)).toBe(true);
    await world.deps.db.run(sql`update orders set user_id = null where id = ${late.id}`);
    await eraseDue(shortRetention);
    const rest = await world.deps.db.one(as<{ email: string }>(), sql`select email from orders where id = ${order?.id ?? ''}`);
    expect(rest.email).toBe('erased@erased.invalid');
    await longer.close();
  });
});
