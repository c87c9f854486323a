import fs from 'node:fs';
import path from 'node:path';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '#tests/make/process.ts';
import { createProduct, type Product, type ProductProcess } from '#tests/make/product.ts';

let product: Product;
let app: ProductProcess;
const dataDir = makeFolder();

beforeAll(async () => {
  product = await createProduct();
  app = await product.start({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await product.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function readiness(): Promise<unknown> {
  const answer = await fetch(`${app.url}/health/ready`);
  return { status: answer.status, ...((await answer.json()) as { checks: object }).checks };
}

const all = { status: 200, database: 'ok', queue: 'ok', files: 'ok' };

it('a read-only database is not ready (R59)', async () => {
  expect(await readiness()).toEqual(all);
  await product.database.adminDb.run(sql`create trigger full_disk before insert or update on processes execute function refuse_change()`);
  expect(await readiness()).toEqual({ ...all, status: 503, database: 'failed' });
  await product.database.adminDb.run(sql`drop trigger full_disk on processes`);
  expect(await readiness()).toEqual(all);
});

it('an unwritable upload folder is not ready, and is ready again when writable', async () => {
  const folder = path.join(dataDir, 'files/health');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.writeFileSync(folder, 'in the way');
  expect(await readiness()).toEqual({ ...all, status: 503, files: 'failed' });
  expect((await fetch(`${app.url}/health/live`)).status).toBe(200);
  fs.rmSync(folder);
  expect(await readiness()).toEqual(all);
});
