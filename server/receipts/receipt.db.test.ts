import { orderNumber } from '#core/order/number.ts';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chainTransfers } from '#server/ledger-chain/chain-transfers.ts';
import { createOffice } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { sql } from '#server/platform/db/db.ts';
import { as } from '#tests/make/rows.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { isReceiptCode, receiptCodeOf, receiptText } from './receipt-text.ts';
import { renderReceipt } from './render-receipt.ts';
import { receiptRoutes } from './routes.ts';

describe('the receipt', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(async () => await world.close());

  it('shows the exchange in both languages and can be verified', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    const done = await world.read(order.id);
    const deps = { ...world.deps, t: createTranslate() };
    for (const locale of ['ru', 'en'] as const) {
      const text = receiptText(deps, done, { locale, destination: { account: 'my-account' }, hasProof: true });
      expect(text.lines.map((line) => line.value)).toContain('my-account');
      expect(text.subtitle).toMatch(new RegExp(`${orderNumber(order.id)}$`));
      expect(JSON.stringify(text)).not.toMatch(/receipt\.|\{\{/);
      expect(text.lines.map((line) => line.value)).toContainEqual(expect.stringMatching(/^1 USDT = \d+(?:[.,]\d+)? (?:₽|RUB)$/));
      expect(text.verifyUrl).toContain(receiptCodeOf(world.deps, order.id));
      // The page of the order, never with its key
      expect(text.lines.map(({ link }) => link)).toContain(text.verifyUrl.replace(/\/receipt\/verify\/(\w+)\?.*$/, '/order/$1'));
      const bytes = await renderReceipt(text);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.length).toBeGreaterThan(8_000);
      if (process.env['KEEP_RECEIPTS']) {
        writeFileSync(`${process.env['KEEP_RECEIPTS']}/receipt-${locale}.pdf`, bytes);
      }
    }
    expect(isReceiptCode(world.deps, order.id, receiptCodeOf(world.deps, order.id))).toBe(true);
    expect(isReceiptCode(world.deps, 'another', receiptCodeOf(world.deps, order.id))).toBe(false);
  });

  it('names the last link of the order in the ledger’s chain, as soon as all of its transfers are linked', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    const site = await createOffice(world, receiptRoutes(world.deps));
    const verified = async () => {
      const answer = await site.guest.send('GET', `/api/v1/receipts/${order.id}?code=${receiptCodeOf(world.deps, order.id)}`);
      return answer.one.attributes;
    };
    expect(await verified()).toMatchObject({ valid: true, ledger_link: null });
    // Transactions of other tests on the same server hold links back
    await vi.waitFor(
      async () => {
        await chainTransfers(world.deps);
        expect((await verified())['ledger_link']).not.toBeNull();
      },
      { timeout: 20_000, interval: 20 },
    );
    const statement = sql`select number, encode(hash, 'hex') as hash from ledger_chain c join ledger_transfers t on t.id = c.transfer_id
      where t.order_id = ${order.id} order by number desc limit 1`;
    const { number, hash } = await world.deps.db.one(as<{ number: string; hash: string }>(), statement);
    expect(await verified()).toMatchObject({ ledger_link: { number: Number(number), hash } });
    await site.close();
  });
});
