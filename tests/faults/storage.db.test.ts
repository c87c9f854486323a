import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#tests/make/call-api.ts';
import { type GuestOrder, order, pay, requisitesOf, untilStatus } from '#tests/make/customer.ts';
import { chequePdf } from '#tests/make/pdf.ts';
import { exitOf, makeFolder, removeFolder, spawnApp } from '#tests/make/process.ts';
import { createProduct, OWNER, type Product, type ProductProcess } from '#tests/make/product.ts';
import { startStore, type TestStore } from '#tests/make/s3.ts';

let product: Product;
let store: TestStore;
let app: ProductProcess;
beforeAll(async () => {
  [product, store] = await Promise.all([createProduct(), startStore()]);
  app = await product.start({ STORAGE_URL: store.url });
});
afterAll(async () => {
  await product.close();
  await store.stop();
});

async function waiting(): Promise<GuestOrder> {
  const own = await order(app.api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' });
  await requisitesOf(app.api, own);
  return own;
}

async function upload(own: GuestOrder, pdf: Buffer, key: string): Promise<ApiAnswer> {
  const form = new FormData();
  form.append('cheque', new Blob([Uint8Array.from(pdf)], { type: 'application/pdf' }), 'cheque.pdf');
  const request = new Request('http://form', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') ?? '', 'order-token': own.token, 'idempotency-key': key };
  const body = new Uint8Array(await request.arrayBuffer());
  return app.api.call('POST', `/api/v1/orders/${own.id}/send_cheque`, { body, headers });
}

const chequesOf = async ({ id }: GuestOrder) =>
  product.database.db.many(as<{ id: string; file_key: string }>(), sql`select id, file_key from cheques where order_id = ${id}`);

describe('uploads in an S3 bucket', () => {
  it('a cheque is stored once and can be downloaded by the operator', async () => {
    const own = await waiting();
    const pdf = await chequePdf(['Payment 50,00 USD', own.id]);
    const first = await upload(own, pdf, 'a-key-of-the-customer');
    expect([first.status, first.resource().attributes['status']]).toEqual([201, 'payment_claimed']);
    expect((await upload(own, pdf, 'a-key-of-the-customer')).text).toBe(first.text);
    const cheques = await chequesOf(own);
    expect(store.names()).toEqual(cheques.map(({ file_key: key }) => key));
    const session = await app.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
    const cookie = session.headers['set-cookie']?.split(';')[0] ?? '';
    const read = await fetch(`${app.url}/api/office/v1/orders/${own.id}/cheques/${cheques[0]?.id}`, { headers: { cookie } });
    expect(read.status).toBe(200);
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true);
    expect(app.output()).not.toContain('S3RVER');
    expect(product.findings()).toEqual([]);
  });

  it('while storage is unavailable the customer is asked to retry, no row references a missing file, and money continues', async () => {
    const own = await waiting();
    await store.stop();
    const answer = await upload(own, await chequePdf(['Payment', own.id]), 'another-key-of-his');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(await chequesOf(own)).toEqual([]);
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
    await pay(app.api, own);
    await untilStatus(app.api, own, 'completed');
    expect(product.findings()).toEqual([]);
  });

  it('a wrong STORAGE_URL stops the start and is not logged', async () => {
    const folder = makeFolder();
    const { child, output } = spawnApp({ DATA_DIR: folder, STORAGE_URL: 's3://canary:canary@host' });
    expect(await exitOf(child)).toBe(78);
    expect(output()).toContain('STORAGE_URL must be s3://');
    expect(output()).not.toContain('canary');
    removeFolder(folder);
  });
});
