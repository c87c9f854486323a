import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxWorld, type SandboxWorld } from '#tests/make/sandbox.ts';
import { cardSystem } from '#tests/make/sandbox-payment-systems.ts';
import type { PayOutRequest } from '#server/adapters/rails/port.ts';

let world: SandboxWorld;
beforeAll(async () => {
  world = await createSandboxWorld({ timing: { unknownLateMs: 1_500 } });
});
afterAll(async () => {
  await world.close();
});
afterEach(async () => {
  await world.provider.setFaults({ payouts: 'ok', callbacks: 'ok' });
});

const request = (): PayOutRequest => ({
  reference: crypto.randomUUID(),
  orderId: crypto.randomUUID(),
  paymentSystem: cardSystem(),
  amount: 990_00n,
  destination: { card_number: '2200000000000004' },
});
const executions = async ({ orderId }: PayOutRequest) => (await world.provider.ledger(orderId)).length;

describe('a payout under the fault', () => {
  it('timeout_after_execute is unknown, was executed once, and a lookup reports it', async () => {
    await world.provider.setFaults({ payouts: 'timeout_after_execute' });
    const hasty = world.newRail({ deadlineMs: 1_000 });
    const payout = request();
    expect(await hasty.payOut(payout)).toEqual({ outcome: 'unknown', reason: 'late' });
    expect(await hasty.askPayout(payout)).toMatchObject({ outcome: 'executed', amount: 990_00n });
    expect(await hasty.payOut(payout)).toMatchObject({ outcome: 'executed' });
    expect(await executions(payout)).toBe(1);
  });

  it('error_500 is unknown, was executed once, and a lookup reports it', async () => {
    await world.provider.setFaults({ payouts: 'error_500' });
    const payout = request();
    expect(await world.rail.payOut(payout)).toEqual({ outcome: 'unknown', reason: 'status 500' });
    expect(await world.rail.askPayout(payout)).toMatchObject({ outcome: 'executed' });
    expect(await executions(payout)).toBe(1);
  });

  it('error_before_execute is unknown, a lookup is certain that it was not found, and it may be ordered again', async () => {
    await world.provider.setFaults({ payouts: 'error_before_execute' });
    const payout = request();
    expect(await world.rail.payOut(payout)).toEqual({ outcome: 'unknown', reason: 'status 503' });
    expect(await world.rail.askPayout(payout)).toEqual({ outcome: 'not_found' });
    expect(await executions(payout)).toBe(0);
    await world.provider.setFaults({ payouts: 'ok' });
    expect(await world.rail.payOut(payout)).toMatchObject({ outcome: 'executed' });
    expect(await executions(payout)).toBe(1);
  });

  it('unknown_late stays unknown, never not found, until it is executed, once', async () => {
    await world.provider.setFaults({ payouts: 'unknown_late' });
    const payout = request();
    expect((await world.rail.payOut(payout)).outcome).toBe('unknown');
    const results: string[] = [];
    await expect
      .poll(
        async () => {
          const { outcome } = await world.rail.askPayout(payout);
          results.push(outcome);
          // A repeated order meanwhile must not pay twice
          await world.rail.payOut(payout);
          return outcome;
        },
        { timeout: 20_000 },
      )
      .toBe('executed');
    expect(results[0]).toBe('unknown');
    expect(results.filter((outcome) => outcome === 'not_found' || outcome === 'failed')).toEqual([]);
    expect(await executions(payout)).toBe(1);
  });

  it('refuse fails for good', async () => {
    await world.provider.setFaults({ payouts: 'refuse' });
    const payout = request();
    expect((await world.rail.payOut(payout)).outcome).toBe('failed');
    await world.provider.setFaults({ payouts: 'ok' });
    expect((await world.rail.payOut(payout)).outcome).toBe('failed');
    expect((await world.rail.askPayout(payout)).outcome).toBe('failed');
    expect(await executions(payout)).toBe(0);
  });

  it('any fault, with twenty concurrent orders, pays each reference at most once', async () => {
    for (const payouts of ['ok', 'error_500', 'error_before_execute', 'refuse'] as const) {
      await world.provider.setFaults({ payouts });
      const payout = request();
      await Promise.all(Array.from({ length: 20 }, () => world.rail.payOut(payout)));
      expect(await executions(payout)).toBe(payouts === 'ok' || payouts === 'error_500' ? 1 : 0);
    }
  });
});
