import { orderNumber } from '#core/order/number.ts';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/make/world.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { isReceiptCode, receiptCodeOf, receiptText } from './receipt-text.ts';
import { renderReceipt } from './render-receipt.ts';

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
});
