import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { order, pay, untilStatus } from '#tests/make/customer.ts';
import { exitOf, spawnApp } from '#tests/make/process.ts';
import { createProduct, OWNER, type Product, type ProductProcess, until } from '#tests/make/product.ts';

const NO_OWNER = { OWNER_EMAIL: '', OWNER_PASSWORD: '' };
const mails: string[] = [];
const postOffice = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    password === 'of-the-post' ? done(null, { user: username ?? '' }) : done(new Error('unknown')),
  onData(stream, session, done) {
    stream.resume();
    stream.on('end', () => {
      mails.push(...session.envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});

let product: Product;
let web: ProductProcess;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    postOffice.listen(0, '127.0.0.1', () => resolve());
  });
  product = await createProduct();
  const { port } = postOffice.server.address() as AddressInfo;
  const jobs = { ROLE: 'jobs', MAIL_URL: `smtp://shop:of-the-post@127.0.0.1:${port}`, MAIL_FROM: 'shop@example.org' };
  await product.start({ ...jobs, ...NO_OWNER });
  web = await product.start({ ROLE: 'web', MAIL_FROM: 'shop@example.org' });
});
afterAll(async () => {
  await product.close();
  await new Promise<void>((resolve) => postOffice.close(() => resolve()));
});

it('two processes, each with only its own secrets, do everything: order, money, payout, mails, the owner', async () => {
  const own = await order(web.api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' });
  await pay(web.api, own);
  await untilStatus(web.api, own, 'completed');
  await until(() => expect(mails.length).toBeGreaterThan(0));
  expect((await web.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER })).status).toBe(201);
  expect(product.findings()).toEqual([]);
});

it('a job process without its secrets does not start, and names them', async () => {
  const production = { MODE: 'production', PUBLIC_URL: 'http://127.0.0.1:1', SECRET_KEY: 'kT9w2Zc7Qp4Lx8Vb1Nf6Rj3Hs5Gd0Ym-uE' };
  const { child, output } = spawnApp({ ...production, ROLE: 'jobs', DATABASE_URL: product.database.url });
  expect(await exitOf(child)).toBe(78);
  expect(output()).toContain('MAIL_URL is required');
});
