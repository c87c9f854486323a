import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProduct, type Product } from '#tests/make/product.ts';
import { BAITS, baitTextFields, openWriteCalls, type WriteCalls } from '#tests/make/write-calls.ts';

let product: Product;
let calls: WriteCalls;

beforeAll(async () => {
  product = await createProduct();
  calls = await openWriteCalls(await product.start());
});
afterAll(async () => {
  await product.close();
});

it('100 kB of every bait in each text field of each call is refused at the field (R46)', async () => {
  expect(await baitTextFields(calls, () => BAITS)).toBeGreaterThan(20);
  expect(product.findings()).toEqual([]);
});
