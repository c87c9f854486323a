import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PayOutRequest } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createTronWorld, newTronAddress, type TronWorld } from '#tests/make/tron-world.ts';
import { transfersToReport } from './chain-store.ts';
import { insertPayout, unreportedPayouts } from './payout-store.ts';

let database: TestDatabase;
let world: TronWorld;
beforeAll(async () => {
  [database, world] = await Promise.all([createTestDatabase(), createTronWorld()]);
});
afterAll(async () => {
  await world?.close();
  await database?.drop();
});

it('each poll reads only open and unreported rows, however many are finished', async () => {
  const { adminDb, db } = database;
  await adminDb.run(sql`
    insert into tron.payouts (reference, rail, payment_system_code, destination, amount, required_confirmations, state, sender, raw_tx,
      tx_id, expires_at, max_fee, fee, mined_block, reported, created_at)
    select 'done-' || n, 'tron', 'TRX', 'T', 1, 1, 'executed', 'T', '00', 'id-' || n, now(), 1, 1, n, 'executed',
      now() - n * interval '1 minute'
    from generate_series(1, 20000) n`);
  await adminDb.run(sql`
    insert into tron.deposit_addresses (order_id, derivation_index, xpub_fingerprint, address, payment_system_code, amount,
      required_confirmations, created_at)
    values ('order', 0, '00', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRX', 1, 20, now())`);
  await adminDb.run(sql`
    insert into tron.transfers (external_id, order_id, amount, tx_id, block_number, is_solid, first_seen_at, reported_state)
    select 'done-' || n, 'order', 1, 'id-' || n, n, true, now(), 'final' from generate_series(1, 20000) n`);
  await adminDb.run(sql`analyze tron.payouts`);
  await adminDb.run(sql`analyze tron.transfers`);
  const terms = { rail: 'tron', paymentSystemCode: 'TRX', contract: null, destination: 'T', amount: 1n };
  await insertPayout(db, { ...terms, reference: 'open' }, { problem: null, now: Date.now() });
  await insertPayout(db, { ...terms, reference: 'unreported' }, { problem: 'bad_destination', now: Date.now() });
  expect((await unreportedPayouts(db)).map(({ reference }) => reference).toSorted()).toEqual(['open', 'unreported']);
  expect(await rowsRead(adminDb, async (counted) => await unreportedPayouts(counted))).toEqual({ payouts: 2 });
  expect(await rowsRead(adminDb, async (counted) => void (await transfersToReport(counted)))).toEqual({ transfers: 0 });
});

/** A reproducible sequence of numbers below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it('with random faults, restarts and two processes every payout is paid once, and the books are the network’s to the sun', async () => {
  const random = seeded(22);
  const before = { coin: world.node.balance(world.payer), token: world.node.balance(world.payer, world.token) };
  let aheadMs = 0;
  const newRails = () => [
    world.newRail({ aheadMs: () => aheadMs }),
    world.newRail({ aheadMs: () => aheadMs, apiUrl: world.node.otherUrl }),
  ];
  let rails = newRails();
  const recorded = recordRailEvents();
  const requests: PayOutRequest[] = [];
  const faults = [
    () => world.node.loseAnswer('wallet/broadcasthex'),
    () => world.node.loseAnswer('walletsolidity/gettransactioninfobyid'),
    () => world.node.replaceAnswer('wallet/broadcasthex', { code: 'SERVER_BUSY' }),
    () => world.node.cut(),
    () => world.node.loseTransactions(true),
    () => world.node.reorganise(1 + Math.floor(random() * 2)),
    () => recorded.failNext(2),
    () => void (rails = newRails()),
    () => {
      aheadMs += 700_000;
      world.node.skipTime(700_000);
    },
  ];
  const heal = () => {
    world.node.heal();
    world.node.loseTransactions(false);
  };
  for (let round = 0; round < 40; round += 1) {
    if (requests.length < 24) {
      const system = random() < 0.5 ? world.usdt : world.trx;
      requests.push(payOutRequest(system, BigInt(1 + Math.floor(random() * 1e6)), newTronAddress()));
    }
    if (random() < 0.4) faults[Math.floor(random() * faults.length)]?.();
    const again = requests[Math.floor(random() * requests.length)];
    const newest = requests.at(-1);
    await Promise.all(rails.map((rail) => Promise.all([newest && rail.payOut(newest), again && rail.payOut(again)])));
    for (const rail of rails) await rail.poll(recorded.events);
    if (random() < 0.7) world.node.mine(1 + Math.floor(random() * 3));
    if (random() < 0.3) heal();
  }
  heal();
  for (let round = 0; round < 6; round += 1) {
    aheadMs += 200_000;
    world.node.skipTime(200_000);
    world.node.mine(5);
    for (const rail of rails) await rail.poll(recorded.events);
  }
  const rail = world.newRail();
  const answers = await Promise.all(requests.map((request) => rail.askPayout(request)));
  expect(answers.map(({ outcome }) => outcome)).toEqual(requests.map(() => 'executed'));
  for (const { destination, amount, paymentSystem } of requests)
    expect(world.node.balance(destination['wallet'] ?? '', paymentSystem.code === 'TRX' ? undefined : world.token)).toBe(amount);
  const totalOf = (code: string) =>
    requests.filter(({ paymentSystem }) => paymentSystem.code === code).reduce((sum, { amount }) => sum + amount, 0n);
  const fees = answers.reduce((sum, answer) => sum + (answer.outcome === 'executed' ? (answer.networkFee?.amount ?? 0n) : 0n), 0n);
  expect(before.token - world.node.balance(world.payer, world.token)).toBe(totalOf('USDTTRC20'));
  expect(before.coin - world.node.balance(world.payer)).toBe(totalOf('TRX') + fees);
  const reported = recorded.payouts.filter(({ answer }) => answer.outcome === 'executed').map(({ reference }) => reference);
  expect(new Set(reported)).toEqual(new Set(requests.map(({ reference }) => reference)));
  const statement = await rail.statement(0);
  expect(statement.outcome === 'listed' && statement.oddities).toEqual([]);
});
