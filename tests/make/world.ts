import { FOREVER } from '#core/time.ts';
import { sql } from '#server/platform/db/db.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { Order } from '#core/order/order.ts';
import type { Deposit, PayoutAnswer, Rail, StatementLine } from '#server/adapters/rails/port.ts';
import { ORDER_FACTS, PAYOUT_SUBJECTS, REACTIONS, changeRules } from '#tests/make/registries.ts';
import type { Deps } from '#server/deps.ts';
import { recordDeposit } from '#server/deposits/record-deposit.ts';
import { auditLedger } from '#server/reconciliation/audit-ledger.ts';
import { fundReserves } from '#server/ledger/fund-demo.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { PREPARE_REQUISITES_JOB, prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { INSPECT_CHEQUE_JOB, inspectCheque } from '#server/cheques/inspect-cheque.ts';
import { findOrder } from '#server/orders/queries.ts';
import { addMissingPaymentSystems } from '#server/payment-systems/store.ts';
import { SETTLE_EARNINGS_JOB, settleEarnings } from '#server/earnings/jobs.ts';
import { WITHDRAWALS_IN_ORDERS } from '#server/withdrawals/present.ts';
import { payWithdrawal } from '#server/withdrawals/jobs.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { PAYOUT_JOBS } from '#server/payouts/subject.ts';
import type { Clock } from '#server/platform/clock.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createCaptcha } from '#server/captcha/captcha.ts';
import { loadContent } from '#server/content/content.ts';
import { contentValues } from '#server/content/values.ts';
import { loadCountries } from '#server/countries/countries.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createRates } from '#server/rates/create-rates.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { SANDBOX_HERE } from '#server/sandbox/port.ts';
import { loadShop } from '#server/shop/shop.ts';
import { findCardStanding } from '#server/card-verifications/queries.ts';
import { type LoadedLimits, loadLimits } from '#server/limits/limits.ts';
import { loadNotices } from '#server/public-notice/notices.ts';
import { type LoadedSwitches, loadSwitches } from '#server/switches/switches.ts';
import { switchedCatalogue } from '#server/switches/switched-catalogue.ts';
import { makeCatalogue, makeDirection, makePaymentSystem } from './catalogue.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { NOW } from './order.ts';
import { makeRequisiteField } from './requisite-field.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A rail with answers set by the test, which records paid references. */
export interface TestRail extends Rail {
  /** Answers of the next `payOut` calls, in order; then `executed`. A function is called for its answer. */
  readonly script: (PayoutAnswer | (() => Promise<PayoutAnswer>))[];
  /** References that the provider executed, with the number of requests. */
  readonly executed: Map<string, { amount: bigint; calls: number }>;
  /** The provider's own list. */
  readonly books: StatementLine[];
}

function createTestRail(): TestRail {
  const executed: TestRail['executed'] = new Map();
  const script: TestRail['script'] = [];
  const books: StatementLine[] = [];
  const pay = (reference: string, amount: bigint): PayoutAnswer => {
    const known = executed.get(reference);
    executed.set(reference, { amount, calls: (known?.calls ?? 0) + 1 });
    return { outcome: 'executed', externalId: `ext-${reference}`, txHash: `tx-${reference}`, amount, networkFee: null };
  };
  return {
    name: 'test',
    script,
    executed,
    books,
    capabilities: { receives: true, paysOut: true, transactionUrl: (_system, hash) => `https://explorer.example/${hash}` },
    receive: async (request) => ({
      outcome: 'offered',
      offer: {
        kind: 'requisites',
        amount: request.amount,
        fields: [{ key: 'address', labelKey: 'address', value: `addr-${request.orderId}` }],
        memo: null,
        qrPayload: null,
        url: null,
        method: null,
        formFields: null,
        reference: `ref-${request.orderId}`,
      },
    }),
    async payOut(request) {
      const next = script.shift();
      if (next === undefined) return pay(request.reference, request.amount);
      return typeof next === 'function' ? await next() : next;
    },
    askPayout: async (request) => (executed.has(request.reference) ? pay(request.reference, request.amount) : { outcome: 'not_found' }),
    poll: async () => undefined,
    statement: async (since, before = FOREVER) => ({
      outcome: 'listed',
      lines: books.filter(({ at }) => at >= since && at < before),
      oddities: [],
    }),
  };
}

export interface World {
  readonly deps: Deps;
  readonly database: TestDatabase;
  readonly rail: TestRail;
  /** Switches; read again by `refresh`, since there are no notifications here. */
  readonly switches: LoadedSwitches;
  /** Payout limits; read again by `refresh`. */
  readonly limits: LoadedLimits;
  /** Moves the clock; prices stay fresh. */
  pass(ms: number): Promise<void>;
  /** Sets new market prices now: roubles per dollar. */
  prices(roublesPerDollar: string): Promise<void>;
  /** Reads the newest market prices and guards again. */
  refreshRates(): Promise<void>;
  /** A guest's form for 100 USDT to roubles, from a live quote, with overrides. */
  form(change?: Partial<OrderForm>): Promise<OrderForm>;
  /** Creates an order with requisites. */
  order(change?: Partial<OrderForm>): Promise<Order>;
  read(id: string): Promise<Order>;
  /** A rail's report of money for an order. */
  deposit(order: Order, change?: Partial<Deposit>): Promise<Order>;
  /** Runs the outbox until it is empty. */
  drain(): Promise<void>;
  /** Violations of the ledger's equations. */
  audit(): Promise<readonly unknown[]>;
  /** Closes the world; throws when the books are wrong. */
  close(): Promise<void>;
  /** Closes a world whose rows the test wrote directly, without checking the books. */
  abandon(): Promise<void>;
}

const wallet = (key: string, change: Partial<RequisiteField> = {}) =>
  makeRequisiteField({ key, kind: 'text', label: { ru: 'Счёт', en: 'Account' }, ...change });

const ROUBLES = {
  rail: 'test',
  referalOutputEnabled: true,
  minAmount: 1_000n,
  maxAmount: 100_000_000n,
  incomeFields: [wallet('account')],
  outcomeFields: [wallet('account')],
} as const;

const SYSTEMS: readonly PaymentSystem[] = [
  makePaymentSystem({ ...ROUBLES, code: 'SBERRUB' }),
  // The same account under another brand
  makePaymentSystem({ ...ROUBLES, code: 'SBPRUB', incomeWallet: 'SBERRUB', outcomeWallet: 'SBERRUB', sort: 1 }),
  makePaymentSystem({
    code: 'USDTTRC20',
    rail: 'test',
    kind: 'crypto',
    currency: 'USDT',
    asset: 'USDT.TRC20',
    marketSymbol: 'USDT',
    network: 'TRC20',
    scale: 6,
    precision: 2,
    minAmount: 1_000_000n,
    maxAmount: 1_000_000_000_000n,
    requiredConfirmations: 2,
    incomeFields: [wallet('refund', { required: false })],
    outcomeFields: [wallet('address')],
  }),
];

const DIRECTIONS: readonly Direction[] = [
  makeDirection({ incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB', tolerancePpm: 0 }),
  makeDirection({ incomeCode: 'USDTTRC20', outcomeCode: 'SBPRUB', tolerancePpm: 0 }),
  makeDirection({ incomeCode: 'SBERRUB', outcomeCode: 'USDTTRC20', tolerancePpm: 0, rateType: 'floating' }),
];

/** The catalogue, with roubles on another rail if given. */
function catalogueOf({ roublesBy }: WorldOptions) {
  if (roublesBy === undefined) return { systems: SYSTEMS, directions: DIRECTIONS };
  const systems = SYSTEMS.map((one) => (one.code === 'SBERRUB' ? { ...one, rail: roublesBy.name, incomeFields: [] } : one));
  return { systems, directions: DIRECTIONS.map((one) => ({ ...one, rateType: 'fixed' as const })) };
}

async function seedRows(database: TestDatabase, systems: readonly PaymentSystem[]): Promise<void> {
  await database.db.tx(async (tx) => await addMissingPaymentSystems(tx, systems));
  for (const direction of DIRECTIONS) {
    await database.db.run(sql`
      insert into directions (income_code, outcome_code, margin_ppm, payment_window_ms, eta_minutes)
      values (${direction.incomeCode}, ${direction.outcomeCode}, ${direction.marginPpm}, ${direction.paymentWindowMs}, ${direction.etaMinutes})`);
  }
  await savePrices(database, '90');
}

async function savePrices(database: TestDatabase, roublesPerDollar: string, at = NOW): Promise<void> {
  const source = (usd: string) => ({ usd, sources: [{ name: 'test', usd, at }] });
  const prices = { USDT: source('1/1'), RUB: source(`1/${roublesPerDollar}`) };
  await database.db.run(sql`
    insert into rate_snapshots (id, taken_at, is_demo, prices) values (${systemRandom.uuid()}, ${new Date(at)}, true, ${JSON.stringify(prices)})`);
}

interface WorldOptions {
  /** Available roubles, in kopecks. */
  readonly reserve?: bigint;
  /** An existing database, at its time, with its rows and reserves. */
  /** Another rail for roubles, at the agreed rate; needs no account of the payer. */
  readonly roublesBy?: {
    readonly name: string;
    readonly make: (base: Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'catalogue'>) => Rail;
  };
  readonly existing?: { readonly database: TestDatabase; readonly now: number };
}

/** Countries come from a header only. */
const NOWHERE = { countryOf: async () => null };

/** The order side on a real database, with a test rail, an outbox and a settable clock. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { existing } = options;
  const database = existing?.database ?? (await createTestDatabase());
  const { systems, directions } = catalogueOf(options);
  if (!existing) await seedRows(database, systems);
  let now = existing?.now ?? NOW;
  const clock: Clock = { now: () => now };
  const files = new Map<string, Buffer>();
  const jobs: { name: string; data: Record<string, unknown> }[] = [];
  const rail = createTestRail();
  const secrets = createSecrets('a secret of at least thirty-two characters');
  const live = {
    notify: async () => undefined,
    hint: () => undefined,
    subscribe: () => () => undefined,
    onReconnect: () => () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
  const reserve = options.reserve ?? 100_000_000n;
  const switches = loadSwitches({ db: database.db, clock, live, log: silent });
  await switches.refresh();
  const countries = loadCountries({ db: database.db, live, log: silent, lookup: NOWHERE, countryHeader: 'X-Country' });
  await countries.refresh();
  const notices = loadNotices({ db: database.db, clock, live, log: silent, switches, t: createTranslate() });
  await notices.refresh();
  const limits = loadLimits({ db: database.db, live, log: silent });
  await limits.refresh();
  const whole = makeCatalogue({
    paymentSystems: systems,
    directions,
    reserves: { SBERRUB: reserve, SBPRUB: reserve, USDTTRC20: 10n ** 12n },
  });
  const catalogue = switchedCatalogue(whole, switches, clock);
  const roubleRail = options.roublesBy?.make({ db: database.db, clock, random: systemRandom, log: silent, catalogue });
  const rates = createRates({ db: database.db, clock, random: systemRandom, secrets, live, log: silent, catalogue });
  await rates.start();
  const unused = () => {
    throw new Error('not used in this world');
  };
  const shop = loadShop({ db: database.db, live, log: silent, t: createTranslate() });
  const settings: Deps['settings'] = { publicUrl: 'http://localhost', mode: 'demo', rateLimits: 'off', supportEmail: null };
  const deps: Deps = {
    db: database.db,
    clock,
    random: systemRandom,
    secrets,
    log: silent,
    live,
    countries,
    captcha: createCaptcha({ db: database.db, clock, random: systemRandom, secrets, log: silent }, { kind: 'proof_of_work' }),
    catalogue,
    switches,
    notices,
    limits,
    changes: changeRules({ catalogue, quotes: rates.quotes }),
    quotes: rates.quotes,
    content: loadContent({ db: database.db, live, log: silent, clock, values: contentValues({ shop, settings }) }),
    shop,
    rails: new Map([rail, ...(roubleRail === undefined ? [] : [roubleRail])].map((one): readonly [string, Rail] => [one.name, one])),
    queue: {
      declare: () => undefined,
      send: async (_tx, name, data) => void jobs.push({ name, data }),
      open: async () => undefined,
      work: unused,
      every: unused,
      start: async () => undefined,
      stop: async () => undefined,
    },
    files: {
      put: async (key, bytes) => void files.set(key, bytes),
      get: async (key) => files.get(key),
      remove: async (key) => void files.delete(key),
      list: async (folder) => [...files.keys()].filter((key) => key.startsWith(`${folder}/`)),
      probe: async () => undefined,
    },
    mailer: { send: async () => ({ outcome: 'sent' }), stop: () => undefined },
    reactions: REACTIONS,
    payoutSubjects: PAYOUT_SUBJECTS,
    orderFacts: ORDER_FACTS,
    otherListEntries: WITHDRAWALS_IN_ORDERS,
    findCardStanding,
    t: (_locale, key) => key,
    sandbox: SANDBOX_HERE,
    settings,
  };
  if (!existing) await database.db.tx(async (tx) => await fundReserves(deps, tx, { SBERRUB: reserve, USDTTRC20: 10n ** 12n }));

  const run = async (job: { name: string; data: Record<string, unknown> }) => {
    const id = String(job.data['order_id']);
    if (job.name === PREPARE_REQUISITES_JOB) await prepareRequisites(deps, id);
    if (job.name === INSPECT_CHEQUE_JOB) await inspectCheque(deps, String(job.data['cheque_id']));
    if (job.name === PAYOUT_JOBS.executePayout) await executePayout(deps, id, 'payout');
    if (job.name === PAYOUT_JOBS.executeRefund) await executePayout(deps, id, 'refund');
    if (job.name === PAYOUT_JOBS.executeSurplus) await executePayout(deps, id, 'surplus');
    if (job.name === SETTLE_EARNINGS_JOB) await settleEarnings(deps, id);
    if (job.name === PAYOUT_JOBS.executeWithdrawal) await payWithdrawal(deps, String(job.data['withdrawal_id']));
  };
  const drain = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await run(job);
  };
  let roubles = '90';
  const prices = async (roublesPerDollar: string) => {
    roubles = roublesPerDollar;
    await savePrices(database, roubles, now);
    await rates.refresh();
  };
  const read = async (id: string): Promise<Order> => {
    const order = await findOrder(database.db, id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  };
  const form = async (change: Partial<OrderForm> = {}): Promise<OrderForm> => {
    const pair = { incomeCode: change.payment_system_from_id ?? 'USDTTRC20', outcomeCode: change.payment_system_to_id ?? 'SBERRUB' };
    const isUsdt = pair.incomeCode === 'USDTTRC20';
    const quoted = await rates.quotes.calculate(database.db, { ...pair, side: 'income', amount: isUsdt ? 100_000_000n : 900_000n });
    if (!quoted.ok) throw new Error(`no quote: ${quoted.refusals[0]?.code}`);
    return {
      payment_system_from_id: pair.incomeCode,
      payment_system_to_id: pair.outcomeCode,
      income_amount: isUsdt ? '100' : '9000',
      rate_calculation_id: rates.quotes.idOf(quoted.value),
      email: 'guest@example.org',
      income_requisites: isUsdt ? { refund: 'refund-wallet' } : options.roublesBy === undefined ? { account: 'payer-account' } : {},
      outcome_requisites: isUsdt ? { account: 'my-account' } : { address: 'my-address' },
      accept_terms: true,
      ...change,
    };
  };
  const abandon = async (): Promise<void> => {
    rates.stop();
    await database.drop();
  };
  return {
    deps,
    database,
    rail,
    switches,
    limits,
    form,
    read,
    drain,
    async pass(ms) {
      now += ms;
      await prices(roubles);
    },
    prices,
    refreshRates: () => rates.refresh(),
    async order(change) {
      const filled = await form(change);
      const created = await database.db.tx(
        async (tx) => await createOrder(deps, tx, filled, { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' }),
      );
      if (!created.ok) throw new Error(`refused: ${created.refusals[0]?.code}`);
      await prepareRequisites(deps, created.value.order.id);
      return await read(created.value.order.id);
    },
    async deposit(order, change = {}) {
      await recordDeposit(deps, {
        rail: 'test',
        externalId: `in-${order.id}`,
        reference: order.requisitesReference ?? '',
        paymentSystemCode: order.incomeCode,
        amount: order.incomeAmount,
        state: 'final',
        confirmations: 2,
        requiredConfirmations: 2,
        txHash: '0xin',
        firstSeenAt: now,
        ...change,
      });
      return await read(order.id);
    },
    audit: async () => await auditLedger(database.db),
    abandon,
    async close() {
      const breaches = await auditLedger(database.db);
      await abandon();
      if (breaches.length > 0) throw new Error(`The books of this test do not hold: ${JSON.stringify(breaches)}`);
    },
  };
}
