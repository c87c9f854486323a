import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { createUtxoWorld, LTC_CONFIRMATIONS, newLitecoinAddress, type UtxoWorld } from '#tests/make/utxo-world.ts';
import { STUCK_AFTER_BLOCKS } from './sign-payout.ts';

let world: UtxoWorld;
let rail: Rail;

const COIN = 10_000_000n;
const LOW = 2n;

/**
 * Program of a process that pays out, or polls when it gets no request, and kills itself at a call of the node: `before:<method>` or
 * `after:<method>`.
 */
const PROGRAM = `
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createUtxoRail } from '#server/adapters/rails/utxo/utxo-rail.ts';
import { LITECOIN } from '#server/adapters/rails/utxo/coins.ts';
const read = (text) => JSON.parse(text, (key, value) => (key.endsWith('mount') || key === 'maxFeeRate' ? BigInt(value) : value));
const { url, settings, system, request, aheadMs } = read(process.argv[1]);
const [when, method] = process.env.CRASH_AT.split(':');
const send = globalThis.fetch;
globalThis.fetch = async (target, init) => {
  const isHere = String(init?.body).includes('"' + method + '"');
  if (isHere && when === 'before') process.kill(process.pid, 'SIGKILL');
  const response = await send(target, init);
  if (isHere) process.kill(process.pid, 'SIGKILL');
  return response;
};
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const db = createDb(createPool({ url, max: 4, log }));
const clock = { now: () => Date.now() + aheadMs };
const rail = createUtxoRail({ db, clock, log, coin: LITECOIN, settings, paymentSystem: () => system, isPaused: async () => false, mempoolEveryMs: 0 });
if (request) await rail.payOut(request);
else await rail.poll({ deposit: async () => undefined, payout: async () => undefined, oddity: async () => undefined, payoutProblems: async () => undefined });
process.exit(0);
`;

interface Doomed {
  readonly crashAt: string;
  readonly request?: PayOutRequest;
  readonly maxFeeRate: bigint;
  readonly aheadMs: number;
}

/** The signal that ended the process: it must not have passed the step alive. */
async function runUntilKilled({ crashAt, request, maxFeeRate, aheadMs }: Doomed): Promise<unknown> {
  const settings = { ...world.settings, maxFeeRate };
  const input = JSON.stringify({ url: world.databaseUrl, settings, system: world.ltc, request, aheadMs }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, input], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CRASH_AT: crashAt },
  });
  return (await once(child, 'exit'))[1];
}

/** Ends the payout by another process, and compares our books with the node's. */
async function expectPaidOnce(order: PayOutRequest, before: bigint): Promise<void> {
  const recorded = recordRailEvents();
  // The node may have the transaction already, or must get it first.
  for (let round = 0; round < 3; round += 1) await rail.poll(recorded.events);
  await world.chain.mine(LTC_CONFIRMATIONS);
  for (let round = 0; round < 3; round += 1) await rail.poll(recorded.events);
  const answer = await rail.askPayout(order);
  if (answer.outcome !== 'executed' || answer.networkFee === null) throw new Error(`not executed: ${answer.outcome}`);
  expect(recorded.payouts.filter((report) => report.answer.outcome === 'executed')).toEqual([{ reference: order.reference, answer }]);
  expect(await world.chain.balance(order.destination['wallet'] ?? '')).toBe(order.amount);
  const after = await world.chain.balance(world.payer);
  expect(before - after).toBe(order.amount + answer.networkFee.amount);
  const { total } = await world.db.one(
    as<{ total: string }>(),
    sql`select sum(amount)::text as total from utxo.coins where spent_by is null and spender is null`,
  );
  expect(BigInt(total)).toBe(after);
  const statement = await rail.statement(0);
  expect(statement).toMatchObject({ outcome: 'listed', oddities: [] });
}

describe.skipIf(!hasLitecoind)('a process that is killed, on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld();
    rail = world.newRail({ maxFeeRate: LOW });
    await world.fund(20, COIN);
  });
  afterAll(async () => await world?.close());

  it.each([
    ['when the payout is only ordered', 'before:getblockhash', 0],
    ['after choosing coins', 'after:gettxout', 0],
    ['before the signed transaction is tested', 'before:testmempoolaccept', 0],
    ['between signing and recording', 'after:testmempoolaccept', 0],
    ['between recording and sending', 'before:sendrawtransaction', 1],
    ['after sending', 'after:sendrawtransaction', 1],
  ])('%s leaves a payout that another process pays once', async (_, crashAt, recorded) => {
    const before = await world.chain.balance(world.payer);
    const order = payOutRequest(world.ltc, 1_000_000n, newLitecoinAddress());
    expect(await runUntilKilled({ crashAt, request: order, maxFeeRate: LOW, aheadMs: 0 })).toBe('SIGKILL');
    expect(await versionsOf(order)).toBe(recorded);
    await expectPaidOnce(order, before);
  });

  it.each([
    ['between signing a replacement and recording it', 'after:testmempoolaccept', 1],
    ['between recording a replacement and sending it', 'before:sendrawtransaction', 2],
    ['after sending a replacement', 'after:sendrawtransaction', 2],
  ])('%s leaves a payout that is paid once', async (_, crashAt, recorded) => {
    const before = await world.chain.balance(world.payer);
    const order = payOutRequest(world.ltc, 1_000_000n, newLitecoinAddress());
    expect((await rail.payOut(order)).outcome).toBe('accepted');
    for (let block = 0; block < STUCK_AFTER_BLOCKS; block += 1)
      await world.chain.rpc('generateblock', [await world.chain.rpc('getnewaddress'), []]);
    await rail.poll(recordRailEvents().events);
    expect(await runUntilKilled({ crashAt, maxFeeRate: 40n, aheadMs: 60_000 })).toBe('SIGKILL');
    expect(await versionsOf(order)).toBe(recorded);
    await expectPaidOnce(order, before);
  });
});

async function versionsOf({ reference }: PayOutRequest): Promise<number> {
  const { count } = await world.db.one(
    as<{ count: number }>(),
    sql`select count(*)::int as count from utxo.transactions t join utxo.payouts p on p.txid = t.root where p.reference = ${reference}`,
  );
  return count;
}
