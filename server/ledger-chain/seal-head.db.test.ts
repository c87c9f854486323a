import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, toRfc3339 } from '#core/time.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { sql } from '#server/platform/db/db.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { chainHead, chainTransfers } from './chain-transfers.ts';
import { officeLedgerChainRoutes } from './office-routes.ts';
import { recordVerification } from './record-verification.ts';
import { LEDGER_HEAD_MAIL, ledgerHeadMails, sealHead } from './seal-head.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeLedgerChainRoutes(world.deps));
});
afterAll(async () => {
  await office.close();
  await world.close();
});

/** Links everything. Transactions of other tests on the same server hold transfers back. */
const linkAll = async (): Promise<void> =>
  await vi.waitFor(
    async () => {
      await chainTransfers(world.deps);
      const statement = sql`select count(*)::int as rest from ledger_transfers where id not in (select transfer_id from ledger_chain)`;
      expect(await world.deps.db.one(as<{ rest: number }>(), statement)).toEqual({ rest: 0 });
    },
    { timeout: 20_000, interval: 20 },
  );
const queued = () =>
  world.deps.db.many(
    as<{ subject: string; recipient: string }>(),
    sql`delete from mail_news where kind = ${LEDGER_HEAD_MAIL} returning subject, recipient`,
  );
const chain = async () => {
  const auditor = await office.person('auditor');
  return (await auditor.send('GET', '/api/office/v1/ledger_chain')).one.attributes;
};
const compose = (subject: string) =>
  ledgerHeadMails({ ...world.deps, t: createTranslate() }).compose({
    kind: LEDGER_HEAD_MAIL,
    subject,
    version: 1,
    topic: 'sealed',
    isPaid: false,
  });

test('the head is mailed to every owner once a day, from the second day on, if it moved', async () => {
  expect(await chain()).toMatchObject({ head: null, sealed_at: null, checked_at: null, problem: null });
  await linkAll();
  const [owner, other] = [await office.person('owner'), await office.person('owner', 'second')];
  await office.person('treasurer');
  await sealHead(world.deps);
  expect(await queued()).toEqual([]);
  await world.pass(DAY_MS);
  await sealHead(world.deps);
  await sealHead(world.deps);
  const mails = await queued();
  const day = toRfc3339(world.deps.clock.now() - 4 * HOUR_MS).slice(0, 10);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([owner, other].map(({ id }) => `${day}.${id}`).toSorted());
  const head = (await chainHead(world.deps)) ?? '';
  const content = await compose(`${day}.${owner.id}`);
  expect(content?.email.lines[0]?.value).toBe(head);
  expect(content?.email.lines[0]?.groups?.join('')).toBe(head);
  expect(JSON.stringify(content)).not.toMatch(/ledger_letters\.|\{\{/);
  expect(await chain()).toMatchObject({ head, waiting: 0, waiting_since: null, sealed_at: toRfc3339(world.deps.clock.now()) });
  await world.pass(DAY_MS);
  await sealHead(world.deps);
  expect(await queued()).toEqual([]);
  await world.deps.db.run(sql`update users set role = 'auditor' where id = ${owner.id}`);
  expect(await compose(`${day}.${owner.id}`)).toBeUndefined();
});

test('the office shows what waits and what the last verification found', async () => {
  // A reservation that is voided
  await world.order();
  await world.pass(DAY_MS);
  await expireOrders(world.deps);
  await world.deposit(await world.order());
  await world.drain();
  const { waiting, waiting_since: since } = await chain();
  expect([Number(waiting) > 3, since]).toEqual([true, expect.any(String)]);
  const phases = await world.deps.db.many(as<{ phase: string }>(), sql`select distinct phase from ledger_transfers order by 1`);
  expect(phases.map(({ phase }) => phase)).toEqual(['pending', 'pending_posted', 'pending_voided', 'posted']);
  expect(await recordVerification(world.deps)).toEqual([]);
  expect(await chain()).toMatchObject({ checked_at: toRfc3339(world.deps.clock.now()), problem: null });
  await world.database.adminDb.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update ledger_transfers set created_at = created_at - interval '2 hours'`);
  });
  const found = await recordVerification(world.deps);
  expect(found.at(-1)).toContain('transfers wait for a link since');
  expect(await chain()).toMatchObject({ problem: expect.stringContaining('(link 1) was changed') as string });
  expect(await (await office.person('cashier')).send('GET', '/api/office/v1/ledger_chain')).toMatchObject({ status: 403 });
});

test('a head that the shop did not sign is not mailed', async () => {
  await world.pass(DAY_MS);
  await world.deposit(await world.order());
  await linkAll();
  const { signature } = await world.database.adminDb.one(as<{ signature: string }>(), sql`select signature from ledger_chain_head`);
  await world.database.adminDb.run(sql`update ledger_chain_head set signature = 'forged'`);
  await sealHead(world.deps);
  expect(await queued()).toEqual([]);
  await world.database.adminDb.run(sql`update ledger_chain_head set signature = ${signature}`);
  await sealHead(world.deps);
  expect(await queued()).not.toEqual([]);
});
