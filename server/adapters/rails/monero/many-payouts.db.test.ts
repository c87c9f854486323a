import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayOutRequest } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { createMoneroWorld, type MoneroWorld, XMR_CONFIRMATIONS } from '#tests/make/monero-world.ts';
import { hasMonerod } from '#tests/make/monerod.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';

const AMOUNT = 20_000_000_000n;
const XMR = 1_000_000_000_000n;

let world: MoneroWorld;

/** Program of a process that pays out and kills itself at a call of a server: `before:<method>` or `after:<method>`. */
const PROGRAM = `
import { createDb, createPool } from '#server/platform/db/pool.ts';
import { createMoneroRail } from '#server/adapters/rails/monero/monero-rail.ts';
const { url, settings, system, request } = JSON.parse(process.argv[1], (key, value) => (key.endsWith('mount') ? BigInt(value) : value));
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
const rail = createMoneroRail({ db, clock: { now: () => Date.now() }, log, settings, paymentSystem: () => system, isPaused: async () => false });
await rail.payOut(request);
process.exit(0);
`;

/** The signal that ended the process: it must not have passed the step alive. */
async function runUntilKilled(crashAt: string, request: PayOutRequest): Promise<unknown> {
  const input = JSON.stringify({ url: world.databaseUrl, settings: world.settings, system: world.xmr, request }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, input], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CRASH_AT: crashAt },
  });
  return (await once(child, 'exit'))[1];
}

const order = async (amount: bigint): Promise<PayOutRequest> => payOutRequest(world.xmr, amount, await world.newAddress());

/** Ends all payouts, and compares our books with those of both wallets. */
async function expectAllPaidOnce(requests: readonly PayOutRequest[], before: bigint): Promise<void> {
  const rail = world.newRail({ aheadMs: () => 120_000 });
  const recorded = recordRailEvents();
  const isOpen = async () =>
    (
      await world.db.one(
        as<{ count: number }>(),
        sql`select count(*)::int as count from monero.payouts where state in ('ordered', 'recorded')`,
      )
    ).count > 0;
  for (let round = 0; round < 8 && (await isOpen()); round += 1) {
    await rail.poll(recorded.events);
    await world.chain.mine(XMR_CONFIRMATIONS / 2);
    await world.paying.rpc('refresh');
  }
  const answers = await Promise.all(requests.map((request) => rail.askPayout(request)));
  expect(answers.map(({ outcome }) => outcome)).toEqual(requests.map(() => 'executed'));
  for (const { destination, amount } of requests) expect(await world.paidTo(destination['wallet'] ?? '')).toEqual([amount]);
  const fees = answers.reduce((sum, answer) => sum + (answer.outcome === 'executed' ? (answer.networkFee?.amount ?? 0n) : 0n), 0n);
  const paid = requests.reduce((sum, { amount }) => sum + amount, 0n);
  expect(before - (await world.balance())).toBe(paid + fees);
  expect(await rail.statement(0)).toMatchObject({ outcome: 'listed', oddities: [] });
}

/** A reproducible sequence of numbers below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.skipIf(!hasMonerod)('many payouts on a real monerod (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createMoneroWorld();
    await world.fund(15, XMR);
  });
  afterAll(async () => await world?.close());

  it('processes that are killed between making, recording and sending leave payouts that another one pays once', async () => {
    const before = await world.balance();
    const requests: PayOutRequest[] = [];
    for (const [crashAt, state] of [
      ['before:transfer', 'ordered'],
      ['after:transfer', 'ordered'],
      ['before:relay_tx', 'recorded'],
      ['after:relay_tx', 'recorded'],
    ] as const) {
      const request = await order(AMOUNT + BigInt(requests.length));
      requests.push(request);
      expect(await runUntilKilled(crashAt, request)).toBe('SIGKILL');
      const row = await world.db.one(
        as<{ state: string; is_sent: boolean }>(),
        sql`select state, sent_at is not null as is_sent from monero.payouts where reference = ${request.reference}`,
      );
      expect(row).toEqual({ state, is_sent: false });
    }
    await expectAllPaidOnce(requests, before);
  });

  it('with random faults, two processes and a wallet that forgets, every payout is paid once, and the books are the wallet’s to the atomic unit', async () => {
    const random = seeded(22);
    const before = await world.balance();
    const rails = [world.newRail(), world.newRail({ nodeUrl: world.chain.nodeUrl })];
    const recorded = recordRailEvents();
    const { node, paying } = world.wires;
    const faults: readonly (() => unknown)[] = [
      () => paying.loseAnswer('relay_tx'),
      () => paying.loseAnswer('transfer'),
      () => paying.before('relay_tx', () => paying.cut()),
      () => node.loseAnswer('get_transactions'),
      () => node.cut(),
      () => recorded.failNext(2),
      () => world.paying.restart(),
      async () => {
        await world.chain.pop(1);
        await world.chain.mine(2);
      },
    ];
    const requests: PayOutRequest[] = [];
    for (let round = 0; round < 16; round += 1) {
      if (requests.length < 10) requests.push(await order(AMOUNT + BigInt(Math.floor(random() * 1e9))));
      if (random() < 0.6) await faults[Math.floor(random() * faults.length)]?.();
      const again = requests[Math.floor(random() * requests.length)];
      const newest = requests.at(-1);
      await Promise.all(rails.map((rail) => Promise.all([newest && rail.payOut(newest), again && rail.payOut(again)])));
      for (const rail of rails) await rail.poll(recorded.events);
      if (random() < 0.5) await world.chain.mine();
      if (random() < 0.5) for (const wire of [node, paying]) wire.heal();
    }
    for (const wire of [node, paying]) wire.heal();
    await expectAllPaidOnce(requests, before);
  });
});
