import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { account, transfer } from '#core/ledger/account.ts';
import { headName } from '#core/ledger/chain.ts';
import { HOUR_MS } from '#core/time.ts';
import { post } from '#server/ledger/post.ts';
import { raw, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { MORE } from '#server/platform/queue/queue.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { chainHead, chainTransfers, resignChainHead } from './chain-transfers.ts';
import { linkHash, signatureOf } from './links.ts';
import { countWaiting } from './queries.ts';
import { findPosition, listChained, listTransfers, saveHead, START } from './store.ts';
import { verifyChain } from './verify-chain.ts';

const [SECRET, NEXT] = ['a secret of tests, 32 characters', 'another secret, of 32 characters'];
const PATIENCE = { timeout: 20_000, interval: 20 };
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
let now = Date.parse('2026-11-28T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.adminDb.run(sql`insert into assets (code, scale) values ('RUB', 2)`);
  await database.adminDb.run(sql`insert into wallets (id, kind, asset) values ('BANK', 'rail', 'RUB')`);
});
afterAll(async () => {
  await database.drop();
});

const depsOf = (secrets = createSecrets(SECRET)) => ({
  db: database.db,
  clock: { now: () => now } as never,
  random: systemRandom,
  secrets,
  log,
  live: { notify: async () => undefined } as never,
});
/** Posts one transfer of two entries; returns its id. */
async function write(tx: Tx, order: string): Promise<string> {
  const money = { wallet: 'BANK', asset: 'RUB', amount: 100n };
  const posting = transfer('credit_received', account('treasury', 'BANK'), account('order_in', order), money);
  const [id = ''] = await post(depsOf(), tx, [posting], { orderId: order, actor: 'rail', actorId: null, reason: 'claim_payment' });
  return id;
}
const writeOne = (order: string): Promise<string> => database.db.tx((tx) => write(tx, order));
async function linkReady(deps = depsOf()): Promise<void> {
  while ((await chainTransfers(deps)) === MORE);
}
/** Links everything. Transactions of other tests on the same server hold transfers back as well. */
async function link(): Promise<void> {
  await vi.waitFor(async () => {
    await linkReady();
    const rest = sql`select count(*)::int as rest from ledger_transfers t
      where not exists (select from ledger_chain c where c.transfer_id = t.id)`;
    expect(await database.db.one(as<{ rest: number }>(), rest)).toEqual({ rest: 0 });
  }, PATIENCE);
}
const problems = async (keptHead?: string): Promise<readonly string[]> => (await verifyChain(depsOf(), keptHead)).problems;
const linked = async (): Promise<string[]> =>
  (await database.db.many(as<{ id: string }>(), sql`select transfer_id as id from ledger_chain order by number`)).map(({ id }) => id);
const incidents = () => database.db.many(as<{ subject: string }>(), sql`select subject from incidents where closed_at is null`);

/** A superuser's change, past every trigger and reference. */
async function tamper(...statements: readonly Sql[]): Promise<void> {
  await database.adminDb.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.run(statement);
  });
}
const CHAIN = ['ledger_chain', 'ledger_chain_head', 'ledger_seals', 'ledger_chain_check', 'incidents', 'incident_causes'];
const LEDGER = ['ledger_entries', 'ledger_transfers', 'account_balances', 'reserves'];
const empty = (tables: readonly string[]) => tamper(...tables.map((table) => sql`delete from ${raw(table)}`));

/** Ids of the transfers of links 1 to 5. */
let ids: string[] = [];
const idOf = (number: number): string => ids[number - 1] ?? '';

beforeEach(async () => {
  now = Date.parse('2026-11-28T12:00:00Z');
  await empty([...CHAIN, ...LEDGER]);
  ids = [];
  for (let number = 1; number <= 5; number += 1) ids.push(await writeOne(`o${number}`));
  await link();
});

test('what the service wrote is verified, linked or not yet', async () => {
  expect(await linked()).toEqual(ids);
  expect(await problems()).toEqual([]);
  await writeOne('o6');
  expect(await problems()).toEqual([]);
  await link();
  const { head, links } = await verifyChain(depsOf());
  expect([await problems(), links, head?.number]).toEqual([[], 6, 6]);
  expect(await problems(await chainHead(depsOf()))).toEqual([]);
});

describe('an order that no later commit can precede', () => {
  test('a transaction that commits late holds back those that began after it, and nothing is missed', async () => {
    const late = await database.db.tx(async (tx) => {
      const id = await write(tx, 'late');
      const after = await writeOne('after');
      await linkReady();
      expect(await linked()).toEqual(ids);
      // Unlinked, but written by the shop
      expect(await problems()).toEqual([]);
      return [id, after];
    });
    await link();
    expect(await linked()).toEqual([...ids, ...late]);
    expect(await problems()).toEqual([]);
  });

  test('a transaction that is rolled back leaves no gap', async () => {
    const rolledBack = database.db.tx(async (tx) => {
      await write(tx, 'never');
      await writeOne('o6');
      throw new Error('undone');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    await link();
    expect([(await linked()).length, await problems()]).toEqual([6, []]);
  });

  test('many writers and several processes that link at once: every transfer once', async () => {
    const writers = Array.from({ length: 60 }, (_, n) => writeOne(`many${n}`));
    await Promise.all([...writers, ...Array.from({ length: 5 }, () => linkReady())]);
    await link();
    expect(new Set(await linked()).size).toBe(65);
    expect(await problems()).toEqual([]);
  });

  test('a process that dies inside a batch, or between two, is followed by one that goes on', async () => {
    const rows = sql`insert into ledger_transfers (id, kind, phase, actor) select gen_random_uuid(), 'hold', 'posted', 'system'
      from generate_series(1, 2500)`;
    await empty([...CHAIN]);
    await database.adminDb.run(rows);
    const dying = { ...createSecrets(SECRET), sign: (): string => expect.fail('died before the head was saved') };
    await vi.waitFor(() => expect(chainTransfers(depsOf(dying))).rejects.toThrow('died'), PATIENCE);
    expect(await linked()).toEqual([]);
    await vi.waitFor(async () => expect(await chainTransfers(depsOf())).toBe(MORE), PATIENCE);
    expect(await problems()).toEqual([]);
    await link();
    expect([(await linked()).length, await problems()]).toEqual([2505, []]);
  });
});

describe('found and named', () => {
  const ofThird = sql`transfer_id = (select id from ledger_transfers where order_id = 'o3')`;
  test.each([
    ['an amount', sql`update ledger_entries set amount = amount * 10 where ${ofThird}`],
    ['an account', sql`update ledger_entries set account_of = 'o4' where ${ofThird} and line = 2`],
    ['an asset', sql`update ledger_entries set asset = 'EUR' where ${ofThird}`],
    ['a cause', sql`update ledger_transfers set order_id = 'o9' where order_id = 'o3'`],
    ['a kind', sql`update ledger_transfers set kind = 'opening' where order_id = 'o3'`],
    ['a time', sql`update ledger_transfers set created_at = created_at - interval '1 microsecond' where order_id = 'o3'`],
    ['a signature', sql`update ledger_transfers set mark = null where order_id = 'o3'`],
    ['the lines', sql`update ledger_entries set line = line + 2 where ${ofThird}`],
    ['an entry removed', sql`delete from ledger_entries where ${ofThird} and line = 2`],
    [
      'an entry inserted',
      sql`insert into ledger_entries (transfer_id, line, asset, wallet, amount, account_kind, account_of)
        select id, 3, 'RUB', 'BANK', 5, 'treasury', 'BANK' from ledger_transfers where order_id = 'o3'`,
    ],
  ])('%s of a transfer that was changed', async (_what, statement) => {
    await tamper(statement);
    const found = await problems();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`transfer ${idOf(3)}`);
    expect(found[0]).toContain('(link 3) was changed');
  });

  test('a transfer that was removed, in the middle and at the end', async () => {
    for (const number of [2, 5]) {
      await tamper(
        sql`delete from ledger_entries where transfer_id = ${idOf(number)}`,
        sql`delete from ledger_transfers where id = ${idOf(number)}`,
      );
    }
    expect(await problems()).toEqual([`transfer ${idOf(2)} (link 2) was removed`, `transfer ${idOf(5)} (link 5) was removed`]);
  });

  test('a transfer that was removed with its link, whose entries were left', async () => {
    await tamper(sql`delete from ledger_transfers where id = ${idOf(3)}`, sql`delete from ledger_chain where number = 3`);
    expect(await problems()).toEqual(['links 3 to 3 were removed', `transfer ${idOf(3)} was removed, its entries were not`]);
  });

  test('links that were removed from the end, whatever else was forged with them', async () => {
    const keptHead = await chainHead(depsOf());
    await tamper(
      sql`delete from ledger_entries where transfer_id = ${idOf(5)}`,
      sql`delete from ledger_transfers where id = ${idOf(5)}`,
      sql`delete from ledger_chain where number = 5`,
    );
    expect((await problems())[0]).toContain('the head is link 5, which is not in the chain');
    await tamper(sql`update ledger_chain_head set (number, hash) = (select number, hash from ledger_chain where number = 4)`);
    expect((await problems())[0]).toContain('the head is not signed');
    const { head } = await findPosition(database.db);
    if (head === undefined) throw new Error('no head');
    // An attacker who has the secret too
    await saveHead(database.adminDb, { ...head, signature: signatureOf(depsOf(), head) }, now);
    expect(await problems()).toEqual([]);
    expect((await problems(keptHead))[0]).toContain('the kept head 5 is not in the chain');
  });

  test('a transfer that was inserted with an earlier transaction: past the chain', async () => {
    const id = systemRandom.uuid();
    await tamper(sql`insert into ledger_transfers (id, kind, phase, actor, xact) values (${id}, 'opening', 'posted', 'x', '5'::xid8)`);
    await tamper(sql`insert into ledger_transfers (id, kind, phase, actor, xact) values (gen_random_uuid(), 'hold', 'posted', 'x', null)`);
    await linkReady();
    const found = await problems();
    expect(found).toHaveLength(2);
    expect(found.join()).toContain(`transfer ${id}`);
    for (const text of found) expect(text).toContain('was inserted past the chain');
  });

  test('a transfer that was inserted at the end: waiting, and linked by the service itself', async () => {
    const [id, copy] = [systemRandom.uuid(), systemRandom.uuid()];
    await tamper(
      sql`insert into ledger_transfers (id, kind, phase, actor) values (${id}, 'opening', 'posted', 'x')`,
      // With the signature of another one
      sql`insert into ledger_transfers (id, kind, phase, actor, order_id, mark)
        select ${copy}, kind, phase, actor, order_id, mark from ledger_transfers where order_id = 'o3'`,
    );
    const expected = [id, copy].map((inserted) =>
      expect.stringMatching(new RegExp(`${inserted}.*was inserted: the shop did not write it`)),
    );
    expect((await problems()).toSorted()).toEqual(expect.arrayContaining(expected));
    await link();
    expect(await problems()).toEqual(expect.arrayContaining(expected));
    expect(await problems()).toHaveLength(2);
    expect(await incidents()).toEqual([{ subject: 'ledger chain' }]);
  });

  test('transfers that were re-ordered', async () => {
    await tamper(
      sql`update ledger_chain set transfer_id = gen_random_uuid() where number = 4`,
      sql`update ledger_chain set transfer_id = ${idOf(4)} where number = 2`,
      sql`update ledger_chain set transfer_id = ${idOf(2)} where number = 4`,
    );
    const found = await problems();
    expect(found).toHaveLength(2);
    expect(found[0]).toMatch(new RegExp(`${idOf(4)}.*\\(link 2\\) was re-ordered: it was linked as 4`));
    expect(found[1]).toMatch(new RegExp(`${idOf(2)}.*\\(link 4\\) was re-ordered: it was linked as 2`));
  });

  test('links that changed places with their hashes', async () => {
    await tamper(
      sql`update ledger_chain set number = 99 where number = 2`,
      sql`update ledger_chain set number = 2 where number = 3`,
      sql`update ledger_chain set number = 3 where number = 99`,
    );
    expect((await problems())[0]).toContain('(link 2)');
  });

  test('a link whose hash was changed', async () => {
    await tamper(sql`update ledger_chain set hash = sha256('x') where number = 3`);
    const found = await problems();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('link 3 was changed');
  });

  test('a link that was added after the head', async () => {
    const id = await writeOne('o6');
    await tamper(sql`insert into ledger_chain (number, transfer_id, hash, is_ours) values (6, ${id}, sha256('x'), true)`);
    const found = (await problems()).join('\n');
    expect(found).toContain('links 6 to 6 were inserted after the head');
    // Nothing is linked after it
    await writeOne('o7');
    await vi.waitFor(async () => {
      await linkReady();
      expect(await incidents()).toEqual([{ subject: 'ledger chain' }]);
    }, PATIENCE);
    expect(await linked()).toHaveLength(6);
  });

  test('a chain that was written anew as a whole, by a head kept elsewhere and by the mailed ones', async () => {
    const { head } = await findPosition(database.db);
    if (head === undefined) throw new Error('no head');
    const keptHead = headName(head);
    await database.db.run(sql`insert into ledger_seals (day, number, hash, mailed_at)
      values ('2026-11-28', 5, ${Buffer.from(head.hash, 'hex')}, now())`);
    await tamper(sql`update ledger_entries set amount = amount * 10 where ${ofThird}`);
    let previous = (await listChained(database.db, 1, 1))[0]?.hash;
    for (const chained of await listChained(database.db, 2, 10)) {
      if (previous === undefined || chained.transfer === undefined) throw new Error('five links');
      previous = linkHash(previous, chained, chained.transfer);
      await tamper(sql`update ledger_chain set hash = ${previous} where number = ${chained.number}`);
    }
    // With the secret of the shop
    const forged = { ...head, hash: previous?.toString('hex') ?? '' };
    await saveHead(database.adminDb, { ...forged, signature: signatureOf(depsOf(), forged) }, now);
    expect(await problems()).toEqual(['the head 5, mailed for 2026-11-28, is not in the chain: it was written anew']);
    await tamper(sql`delete from ledger_seals`);
    expect(await problems()).toEqual([]);
    expect(await problems(keptHead)).toEqual([expect.stringContaining('the kept head 5 is not in the chain')]);
    expect(await problems('5')).toEqual([expect.stringContaining('is no head')]);
  });

  test('nothing can be changed with the rights of the application', async () => {
    for (const statement of [
      sql`update ledger_chain set hash = sha256('x')`,
      sql`delete from ledger_chain`,
      sql`delete from ledger_seals`,
      sql`update ledger_transfers set mark = null`,
    ])
      await expect(database.db.run(statement)).rejects.toThrow();
  });
});

describe('transfers of an earlier release', () => {
  const old = (
    count: number,
  ) => sql`insert into ledger_transfers (id, kind, phase, actor) select gen_random_uuid(), 'hold', 'posted', 'system'
    from generate_series(1, ${count}::int)`;

  test('are linked in batches, and those of a process that still runs for an hour, never later', async () => {
    await empty([...CHAIN, ...LEDGER]);
    await database.adminDb.run(old(1_500));
    await link();
    await writeOne('new');
    await link();
    await database.adminDb.run(old(1));
    await link();
    expect([(await linked()).length, await problems(), await incidents()]).toEqual([1_502, [], []]);
    now += HOUR_MS;
    await writeOne('newer');
    await link();
    await database.adminDb.run(old(1));
    expect(await problems()).toEqual([expect.stringContaining('the shop did not write it')]);
    await link();
    expect(await problems()).toEqual([expect.stringContaining('the shop did not write it')]);
  });
});

test('a database restored into a server with younger transactions goes on, and nothing is linked twice or missed', async () => {
  const waiting = await writeOne('waiting');
  const older = (column: string) => raw(`(${column}::text::bigint + 1000000000000)::text::xid8`);
  await tamper(
    sql`update ledger_transfers set xact = ${older('xact')}`,
    sql`update ledger_chain_head set next_xact = ${older('next_xact')}`,
  );
  const written = [await writeOne('o7'), await writeOne('o8')];
  await link();
  expect(await linked()).toEqual([...ids, waiting, ...written]);
  const last = await writeOne('o9');
  await link();
  expect([(await linked()).at(-1), await problems()]).toEqual([last, []]);
  expect(await countWaiting(database.db, (await findPosition(database.db)).head?.next)).toMatchObject({ count: 0, isLate: false });
});

test('transfers that wait are found in the index, however many there are', async () => {
  await database.adminDb.run(sql`insert into ledger_transfers (id, kind, phase, actor)
    select gen_random_uuid(), 'hold', 'posted', 'system' from generate_series(1, 20000)`);
  await database.adminDb.run(sql`analyze ledger_transfers`);
  const wholeScans = (tx: Tx) =>
    tx.one(as<{ scans: string }>(), sql`select seq_scan as scans from pg_stat_xact_user_tables where relname = 'ledger_transfers'`);
  await database.db.tx(async (tx) => {
    const before = await wholeScans(tx);
    const { head, endedBelow } = await findPosition(tx);
    await listTransfers(tx, { after: head?.next ?? START, before: endedBelow, limit: 1_000 });
    await countWaiting(tx, { xact: endedBelow, id: START.id });
    expect(await wholeScans(tx)).toEqual(before);
  });
});

test('a change of the secret: the head is signed with the new one, and every transfer stays valid', async () => {
  const both = createSecrets(NEXT, [SECRET]);
  await resignChainHead(depsOf(both));
  const rotated = depsOf(createSecrets(NEXT));
  expect((await verifyChain(rotated)).problems).toEqual([]);
  await linkReady(rotated);
  expect((await verifyChain(depsOf(createSecrets('a third secret, of 32 characters')))).problems).toEqual([
    expect.stringContaining('the head is not signed'),
  ]);
});
