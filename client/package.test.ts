import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '..');
const node = path.join(project, 'node_modules/.bin/node');
const tsc = path.join(project, 'node_modules/.bin/tsc');

/** A program that has only the package. */
const CONSUMER = `
import { createClient, verifyWebhook, type OrderAttributes } from '@razmen/client';

const shop = createClient({ baseUrl: 'https://shop.example', key: 'pk_test_1', secret: 'sk_1', locale: 'en' });
export async function trade(id: string): Promise<OrderAttributes['status']> {
  const quote = await shop.calculateFromIncome({
    body: { income_amount: '100', income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' },
  });
  if (!quote.ok || quote.data === null) throw new Error(quote.ok ? 'no quote' : quote.errors.map(({ code }) => code).join());
  const amount: string = quote.data.attributes.outcome_amount;
  const order = await shop.getOrder({ params: { id } });
  const receipt = await shop.getReceipt({ params: { id } });
  if (receipt.ok) console.log(receipt.bytes.length, amount);
  // @ts-expect-error -- an amount is a text, never a number
  await shop.calculateFromIncome({ body: { income_amount: 100, income_payment_system_id: 'A', outcome_payment_system_id: 'B' } });
  // @ts-expect-error -- no call of partners
  await shop.officeListOrders();
  return order.ok ? order.data.attributes.status : 'rejected';
}
console.log(typeof shop.createOrder, await verifyWebhook({ secret: 'whsec_AA==', header: () => null, body: '{}', now: 0 }));
`;

it('is packed, installed elsewhere, type-checked and run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'client-'));
  try {
    execFileSync(node, ['scripts/build-client.mjs', path.join(folder, 'client')], { cwd: project, stdio: 'pipe' });
    const home = path.join(folder, 'node_modules/@razmen/client');
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', path.join(folder, 'razmen-client.tgz'), '-C', home, '--strip-components=1']);
    for (const name of ['zod', '@types']) symlinkSync(path.join(project, 'node_modules', name), path.join(folder, 'node_modules', name));
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'consumer.ts'), CONSUMER);
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--skipLibCheck'];
    execFileSync(tsc, [...options, 'consumer.ts'], { cwd: folder, stdio: 'pipe' });
    expect(execFileSync(node, ['consumer.ts'], { cwd: folder, encoding: 'utf8' })).toBe('function false\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
