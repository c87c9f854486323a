import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { SANDBOX } from '#server/adapters/rails/sandbox/rail.ts';
import { type App, assemble } from '#server/assemble.ts';
import type { Deps } from '#server/deps.ts';
import { account, transfer } from '#core/ledger/account.ts';
import { FRESH_MS } from '#core/security/sign-in.ts';
import { PURSE_ASSET } from '#core/withdrawal/withdrawal.ts';
import { findOrCreateCustomerWallet } from '#server/ledger/wallets.ts';
import { post } from '#server/ledger/post.ts';
import { findPersonByEmail } from '#server/users/queries.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { auditLedger } from '#server/reconciliation/audit-ledger.ts';
import { CATALOGUE_CHANNEL } from '#server/payment-systems/load-catalogue.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/platform/log.ts';
import { hashPassword } from '#server/users/hash-password.ts';
import { insertUser } from '#server/users/change-user.ts';
import { type Acquirer, AcquirerSettings, railNameOf } from '#server/adapters/rails/acquirer/settings.ts';
import { createAcquirer, type AcquirerStandIn } from '#tests/make/acquirer.ts';
import { FORM_DIALECT, REDIRECT_DIALECT } from '#tests/make/acquirer-dialects.ts';
import { recordJsonApi } from '#tests/make/jsonapi-recorder.ts';
import { freePort } from '#tests/make/process.ts';
import { PAYOUT_ANSWERS, type PayoutAnswerName, type OverridePayouts, overridePayouts } from '#tests/make/override-payouts.ts';
import { startTcpProxy } from '#tests/make/tcp-proxy.ts';
import { startTelegram, type TelegramStandIn } from '#tests/make/telegram-api.ts';
import { CASHIER, CUSTOMER, TREASURER, RECEIVER_PORTS } from './product.ts';

/** Findings of the run: everything that must not happen during browser tests. */
const findings: string[] = [];
/**
 * Expected alarms: no operator works during a run, tests use up reserves, and operators of tests record payments that no provider
 * confirms.
 */
const EXPECTED_ALARMS: ReadonlySet<unknown> = new Set([
  'queue_due',
  'queue_late',
  'card_check_late',
  'support_late',
  'reserve_low',
  'books_differ',
]);
/** Orders that a test has made fail: alarms about them are expected. */
const troubled = new Set<string>();
const recorder = recordJsonApi({ onFinding: (finding) => findings.push(`JSON:API: ${finding}`) });

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** No test causes a server error: every 500 is a finding. */
function recordFailures(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500) findings.push(`${reply.statusCode}: ${request.method} ${request.url}`);
  });
}

async function addPeople({ db, random, clock }: Deps): Promise<void> {
  for (const { email, password, role } of [CASHIER, TREASURER, CUSTOMER]) {
    const now = clock.now();
    const passwordHash = await hashPassword(password);
    await insertUser(db, {
      id: random.uuid(),
      email,
      passwordHash,
      fullName: null,
      role,
      locale: 'ru',
      emailVerifiedAt: now,
      createdAt: now,
    });
  }
}

/** One payment system is paid at an acquirer of another origin. */
async function payAtAcquirer({ db, live }: Deps, code: string, { settings }: Acquirer): Promise<void> {
  const rail = railNameOf(settings);
  await db.tx(async (tx) => {
    await tx.run(sql`update payment_systems set rail = ${rail}, outcome_enabled = false where code = ${code}`);
    await live.notify(tx, CATALOGUE_CHANNEL, code);
  });
}

/** An unavailable acquirer. */
const ABSENT: Acquirer = {
  settings: AcquirerSettings.parse({
    ...REDIRECT_DIALECT.settings('http://127.0.0.1:9'),
    name: 'absent',
    title: 'Absent',
    currencies: { UAH: 'UAH' },
  }),
  secrets: REDIRECT_DIALECT.secrets,
};

/** The file and the secrets that configure a shop's acquirers. */
function describe({ form, redirect }: Readonly<Record<'form' | 'redirect', AcquirerStandIn>>): Record<string, string> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'acquirers-')), 'acquirers.json');
  const described: readonly Acquirer[] = [
    { ...form.acquirer, settings: { ...form.acquirer.settings, currencies: { EUR: 'EUR' } } },
    { ...redirect.acquirer, settings: { ...redirect.acquirer.settings, currencies: { KZT: 'KZT' } } },
    ABSENT,
  ];
  writeFileSync(file, JSON.stringify({ acquirers: described.map(({ settings }) => settings) }));
  const secrets = described.flatMap(({ settings, secrets: own }) =>
    Object.entries(own).map(([name, value]) => [`ACQUIRER_${settings.name}_${name}`.toUpperCase(), value] as const),
  );
  return { ACQUIRERS_FILE: file, ...Object.fromEntries(secrets) };
}

type Command = (
  deps: Deps & {
    readonly overridePayout: OverridePayouts;
    readonly telegram: TelegramStandIn;
    readonly standIns: readonly AcquirerStandIn[];
  },
  body: Readonly<Record<string, unknown>>,
) => Promise<Record<string, unknown>>;

const isPayoutAnswer = (word: unknown): word is PayoutAnswerName => typeof word === 'string' && Object.hasOwn(PAYOUT_ANSWERS, word);

/** Changes that need time or a treasurer, made at once. Tests call them by `control` in `product.ts`. */
const COMMANDS: Readonly<Record<string, Command>> = {
  '/end-time': async ({ db, clock }, body) => {
    const over = new Date(clock.now() - 1);
    const changed = await db.run(
      sql`update orders set expires_at = ${over}, rate_locked_until = least(rate_locked_until, ${over}) where id = ${String(body['order_id'])}`,
    );
    return { changed };
  },
  '/pay-by-link': async ({ db }, { order_id: orderId, url }) => {
    const link = { kind: 'redirect', fields: [], qrPayload: null, url: String(url), method: 'GET' };
    return {
      changed: await db.run(sql`update orders set requisites = requisites || ${JSON.stringify(link)}::jsonb where id = ${String(orderId)}`),
    };
  },
  '/end-offers': async ({ db, clock }, body) => {
    const changed = await db.run(
      sql`update orders set requote = jsonb_set(requote, '{expires_at}', to_jsonb(${clock.now() - 1}::bigint)) where id = ${String(body['order_id'])}`,
    );
    return { changed };
  },
  '/margin': async ({ db, live, catalogue }, { from, to, margin_ppm: marginPpm }) => {
    const [income, outcome] = [String(from), String(to)];
    const read = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (catalogue.direction(income, outcome)?.marginPpm !== marginPpm) return;
        clearInterval(timer);
        resolve();
      }, 10);
    });
    await db.tx(async (tx) => {
      await tx.run(
        sql`update directions set margin_ppm = ${marginPpm}, steps = '[]' where income_code = ${income} and outcome_code = ${outcome}`,
      );
      await live.notify(tx, CATALOGUE_CHANNEL, income);
    });
    await read;
    return {};
  },
  '/told-not-before': async ({ db }, { order_id: orderId }) => {
    const rows = await db.many(
      rowType({ due_at: col.timestamp }),
      sql`select due_at from channel_notices where subject = ${String(orderId)} and told_at is null`,
    );
    return { until: rows.length === 0 ? null : Math.max(...rows.map(({ due_at: due }) => due.getTime())) };
  },
  '/end-wait': async ({ db, clock }, { order_id: orderId }) => {
    const now = new Date(clock.now());
    return {
      changed: await db.run(sql`update channel_notices set due_at = ${now} where subject = ${String(orderId)} and told_at is null`),
    };
  },
  '/age-proof': async ({ db, clock }, { email }) => {
    const before = new Date(clock.now() - FRESH_MS - 1);
    return {
      changed: await db.run(sql`
        update sessions set proved_at = ${before}, factor_given_at = least(factor_given_at, ${before})
        where user_id = (select id from users where email = ${String(email)})`),
    };
  },
  '/age-quote': async ({ quotes, clock }, { id }) => {
    const quote = quotes.read(String(id));
    if (quote === undefined) throw new Error('no such quote');
    return { id: quotes.idOf({ ...quote, expiresAt: clock.now() - 1 }) };
  },
  '/earn': async (deps, { email, cents }) => {
    const person = await findPersonByEmail(deps.db, String(email));
    if (person === undefined) throw new Error('nobody of that address');
    await deps.db.tx(async (tx) => {
      const wallet = await findOrCreateCustomerWallet(deps, tx, { ownerId: person.id, purse: 'reward' });
      const into = { wallet, asset: PURSE_ASSET, amount: BigInt(Number(cents)) };
      const accrual = transfer('opening', account('expense', 'reward'), account('reward', person.id), into);
      await post(deps, tx, [accrual], { orderId: null, actor: 'system', actorId: null });
    });
    return {};
  },
  '/say-of-payouts': async ({ overridePayout }, { order_id: orderId, word }) => {
    troubled.add(String(orderId));
    overridePayout(String(orderId), isPayoutAnswer(word) ? word : null);
    return {};
  },
  '/telegram-write': async ({ telegram }, { chat, words, picture }) => {
    const file = typeof picture === 'string' ? telegram.keep(Buffer.from(picture, 'base64')) : undefined;
    const change = file === undefined ? {} : { text: undefined, caption: String(words), photo: [{ file_id: file }] };
    return { id: telegram.write(Number(chat), String(words), change) };
  },
  '/telegram-said': async ({ telegram }, { chat }) => ({
    said: telegram.sentMessages
      .filter((one) => one.chat === String(chat))
      .map(({ text, file }) => ({ text, is_picture: file?.isPicture ?? null })),
  }),
  '/acquirer-charges': async ({ standIns }, { order_id: orderId, minor }) => {
    const books = standIns.map((one) => one.books).find(({ pages }) => pages.has(String(orderId)));
    const page = books?.pages.get(String(orderId));
    if (books === undefined || page === undefined) throw new Error('no acquirer has a page of it');
    books.pages.set(page.reference, { ...page, minor: BigInt(Number(minor)) });
    return {};
  },
  '/acquirer-tells': async ({ standIns }, { order_id: orderId, given_back: refundedMinor }) => {
    for (const standIn of standIns) {
      const payment = standIn.books.payments.find(({ reference }) => reference === String(orderId));
      if (payment === undefined) continue;
      payment.state = 'paid';
      if (refundedMinor !== undefined) {
        troubled.add(String(orderId));
        standIn.books.refund(payment.id, 'in its cabinet', BigInt(Number(refundedMinor)));
      }
      return { status: (await standIn.callback(payment)).status };
    }
    throw new Error('no acquirer has a payment of it');
  },
  '/alarm': async (deps, { order_id: orderId }) => {
    const subject = String(orderId);
    troubled.add(subject);
    await deps.db.tx(
      async (tx) => await raiseIncident(deps, tx, { kind: 'mail_undeliverable', subject, detail: { reason: '550 no such mailbox' } }),
    );
    return {};
  },
};

/** The control server of the run. It listens on the loopback interface of this process only and is no part of the product. */
function startControlServer(deps: Parameters<Command>[0]): Promise<http.Server> {
  const answer = async (request: http.IncomingMessage): Promise<Record<string, unknown>> => {
    const command = COMMANDS[request.url ?? ''];
    if (command === undefined) throw new Error(`no command ${String(request.url)}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return command(deps, JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
  };
  const server = http.createServer((request, response) => {
    answer(request).then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function stop(app: App, controlServer: http.Server): Promise<never> {
  controlServer.close();
  for (const { equation, subject, detail } of await auditLedger(app.deps.db)) findings.push(`ledger: ${equation}: ${subject}: ${detail}`);
  const found = [...new Set(findings)];
  await app.stop();
  await telegram.close();
  for (const finding of found) console.error(`FINDING ${finding}`); // oxlint-disable-line no-console -- the parent process reads the findings from stderr
  process.exit(found.length === 0 ? 0 : 1);
}

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
// The browser acts as a proxy that names its visitor's country
const proxy = { TRUSTED_PROXIES: 'loopback', COUNTRY_HEADER: 'X-Country' };
const WEBHOOK_HOSTS = Object.values(RECEIVER_PORTS)
  .map((receiver) => `127.0.0.1:${receiver}`)
  .join();
const acquirers = { form: await createAcquirer(FORM_DIALECT), redirect: await createAcquirer(REDIRECT_DIALECT) };
const telegram = await startTelegram({ heldMs: 5_000 });
/** `API_ELSEWHERE=1`: tests run with the API at another port, which is another origin to browsers. */
async function apiElsewhere(): Promise<Readonly<Record<string, string>>> {
  if (process.env['API_ELSEWHERE'] === undefined) return {};
  const { port: there } = await startTcpProxy({ host: '127.0.0.1', port });
  return { API_URL: `http://127.0.0.1:${there}`, API_ORIGINS: url };
}
const config = readConfig({
  ...process.env,
  ...(await apiElsewhere()),
  ...proxy,
  WEBHOOK_HOSTS,
  ...describe(acquirers),
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_URL: telegram.url,
  MODE: 'demo',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: url,
});
const log = createLog({
  level: 'error',
  onFault: (fields, event) => {
    if (troubled.has(String(fields['order_id'] ?? fields['subject'])) || EXPECTED_ALARMS.has(fields['kind'])) return;
    const error = fields['err'] ?? fields['error'];
    findings.push(`fault ${event}: ${error === undefined ? JSON.stringify(fields) : stackOf(error)}`);
  },
});
const app = await assemble(config, { log, observe: [recorder.observe, recordFailures] });
await app.start();
await addPeople(app.deps);
await payAtAcquirer(app.deps, 'WISEEUR', acquirers.form.acquirer);
await payAtAcquirer(app.deps, 'KSPBKZT', acquirers.redirect.acquirer);
await payAtAcquirer(app.deps, 'MONOBUAH', ABSENT);
const testBank = app.deps.rails.get(SANDBOX);
if (testBank === undefined) throw new Error('a demonstration has its test bank');
const controlServer = await startControlServer({
  ...app.deps,
  overridePayout: overridePayouts(testBank),
  telegram,
  standIns: Object.values(acquirers),
});
const stopOnce = (): void =>
  void stop(app, controlServer).catch((error: unknown) => {
    console.error(error); // oxlint-disable-line no-console -- the last message of a process that cannot stop
    process.exit(1);
  });
process.once('SIGTERM', stopOnce);
// The parent process has exited and cannot stop this one.
process.once('disconnect', stopOnce);
process.send?.({ url, controlUrl: `http://127.0.0.1:${(controlServer.address() as AddressInfo).port}` });
