import fs from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import en from '#locales/en/exchange.json' with { type: 'json' };
import refusals from '#locales/en/refusals.json' with { type: 'json' };
import away from '#locales/en/away.json' with { type: 'json' };
import account from '#locales/en/account.json' with { type: 'json' };
import { createApi } from '#tests/make/call-api.ts';
import { readSystems } from '#tests/make/customer.ts';
import { makeFolder, postgresOf, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';

/** An idle socket is closed after this time. */
const CUT_MS = 15_000;

const folder = makeFolder();
let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off' });
});
afterAll(async () => {
  signal('SIGCONT');
  await app.kill();
  await vi.waitFor(() => expect(postgresOf(folder)).toEqual([]), { timeout: 20_000, interval: 50 });
  removeFolder(folder);
});

/** All processes of this test's database server: partly stopped, it would still answer. */
function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  const servers = postgresOf(folder);
  const parentOf = (pid: string) => Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  for (const pid of fs.readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      if (servers.includes(Number(pid)) || servers.includes(parentOf(pid))) process.kill(Number(pid), name);
    } catch {
      // Exited between the listing and the signal
    }
  }
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** The form of a page that has this field, with its input, as a browser without scripts submits it. */
function fieldsOf(html: string, field: string, values: Readonly<Record<string, string>>): URLSearchParams {
  const form = html.match(/<form\b[\s\S]*?<\/form>/g)?.find((one) => one.includes(`name="${field}"`)) ?? '';
  const sent = new URLSearchParams();
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const [, name] = / name="([^"]*)"/.exec(input) ?? [];
    const isUnchecked = / type="(?:checkbox|radio)"/.test(input) && !/ checked=""/.test(input);
    if (name !== undefined && !isUnchecked) sent.append(unescaped(name), unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? ''));
  }
  for (const [name, value] of Object.entries(values)) sent.set(name, value);
  return sent;
}

async function post(path: string, body: URLSearchParams) {
  const began = performance.now();
  const answer = await fetch(app.url + path, { method: 'POST', body, redirect: 'manual', headers: { origin: app.url } });
  const text = await answer.text();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), tookMs: performance.now() - began, text, answer };
}

it('a form without scripts is answered before the connection times out while the database hangs, and makes one order however often it is sent', async () => {
  const path = '/en/exchange/usdttrc20-sberrub';
  const page = await (await fetch(app.url + path)).text();
  const systems = await readSystems(createApi(app.url));
  const examples = (['income', 'outcome'] as const).flatMap((side) => {
    const fields = systems.get(side === 'income' ? 'USDTTRC20' : 'SBERRUB')?.attributes[`${side}_fields`] as {
      key: string;
      example: string;
    }[];
    return fields.map(({ key, example }) => [`${side}_requisites/${key}`, example] as const);
  });
  const values = { ...Object.fromEntries(examples), email: 'frozen@example.org', accept_terms: 'on' };
  const form = fieldsOf(page, 'accept_terms', values);
  const signInForm = fieldsOf(await (await fetch(`${app.url}/en/sign-in`)).text(), 'password', {
    email: 'nobody@example.org',
    password: 'Wrong-12345',
  });
  signal('SIGSTOP');
  const [order, entry, repeated, read] = await Promise.all([
    post(path, form),
    post('/en/sign-in', signInForm),
    post('/en/order/nowhere/repeat', new URLSearchParams({ id: 'none' })),
    fetch(`${app.url}/en/order/nowhere`),
  ]).finally(() => signal('SIGCONT'));
  const results = [order, entry, repeated].map((one) => [one.status, one.retryAfter, one.tookMs < CUT_MS]);
  expect(results).toEqual([503, 503, 503].map((status) => [status, '5', true]));
  expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
  // The message is at the top of the page and at the button, and nowhere else
  expect(order.text.split(en.form.unanswered_title)).toHaveLength(3);
  expect(order.text.indexOf(en.form.unanswered)).toBeLessThan(order.text.indexOf('name="accept_terms"'));
  // The page's data may hold the refusal of a call that timed out before the page
  expect(order.text.replaceAll(/<script[\s\S]*?<\/script>/g, '')).not.toContain(refusals.detail.away);
  // On a busy machine either the call or its page may time out first
  expect([account.unanswered, refusals.detail.away].filter((words) => entry.text.includes(words))).toHaveLength(1);
  expect(repeated.text).toContain(away.form.text);
  // The returned form is sent unchanged; the first one, sent again after "back", is the same
  const again = fieldsOf(order.text, 'accept_terms', {});
  const led = await vi.waitFor(
    async () => {
      const answers = [await post(path, again), await post(path, form)];
      expect(answers.map(({ status }) => status)).toEqual([302, 302]);
      return answers.map(({ answer }) => answer.headers.get('location'));
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(led[0]).toMatch(/^\/en\/order\/\w+\?new=1$/);
  expect(led[1]).toBe(led[0]);
}, 180_000);

it('other requests during a database hang are answered before the connection times out, never reset', async () => {
  const paths = [
    '/en',
    '/en/exchange/btc-sberrub?amount=0.02',
    '/en/faq',
    '/en/news',
    '/en/reviews',
    '/en/account',
    '/en/account/orders',
    '/en/order/nowhere/receipt',
    '/en/withdrawal/nowhere',
    '/office',
    '/sitemap.xml',
    '/robots.txt',
    '/rates.xml',
    '/news/rss.xml',
    '/share/btc-sberrub.png?l=en',
    '/content/images/nothing',
    '/uploads/cs.json',
    '/geo/country',
    '/sign-in/google',
    '/api/v1/sessions/current',
  ];
  const cookie = 'session=a-session-of-somebody';
  signal('SIGSTOP');
  const answers = await Promise.all(
    paths.map(async (path) => {
      const began = performance.now();
      const status = await fetch(app.url + path, { headers: { cookie }, redirect: 'manual' }).then(
        async (answer) => (await answer.arrayBuffer(), answer.status),
        (error: unknown) => `reset: ${String(error)}`,
      );
      return { path, status, inTime: performance.now() - began < CUT_MS };
    }),
  ).finally(() => signal('SIGCONT'));
  expect(answers.filter(({ status, inTime }) => !inTime || typeof status === 'string' || status === 500)).toEqual([]);
  expect(answers.some(({ status }) => status === 503)).toBe(true);
}, 120_000);
