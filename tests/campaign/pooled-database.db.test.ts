import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '#tests/make/call-api.ts';
import { inParallel, order, pay, untilStatus } from '#tests/make/customer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { hasPgBouncer, type Pooler, startPgBouncer, startTransactionPooler } from '#tests/make/pooler.ts';
import { exitOf, freePort, makeFolder, removeFolder, type RunningApp, spawnApp, startApp } from '#tests/make/process.ts';
import { errorsIn } from '#tests/make/product.ts';

const WISH = { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' } as const;
/** Fewer than the product's own connections: they have to share. */
const SESSIONS = 6;

const POOLERS: readonly (readonly [string, (url: string, sessions: number) => Promise<Pooler>])[] = [
  ['a pooler in transaction mode', startTransactionPooler],
  ...(hasPgBouncer() ? ([['PgBouncer in transaction mode', startPgBouncer]] as const) : []),
];

const folder = makeFolder();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  removeFolder(folder);
});

describe.each(POOLERS)('%s', (_, startPooler) => {
  let pooler: Pooler;
  const apps: RunningApp[] = [];

  beforeAll(async () => {
    pooler = await startPooler(database.url, SESSIONS);
  });
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.stop()));
  });
  afterAll(() => pooler.stop());

  const started = async (env: Readonly<Record<string, string>>): Promise<RunningApp> => {
    const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', ...env });
    apps.push(app);
    return app;
  };
  const ways = () => ({ DATABASE_URL: pooler.through(database.url), DATABASE_DIRECT_URL: database.url });
  const refused = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { child, output } = spawnApp({ DATA_DIR: folder, PORT: String(await freePort()), HOST: '127.0.0.1', ...env });
    expect(await exitOf(child)).not.toBe(0);
    return output();
  };

  it('runs the main process with a direct connection for listening and migrations, in two processes', async () => {
    const jobs = await started(ways());
    const web = await started({ ...ways(), ROLE: 'web' });
    const api = createApi(web.url);
    const orders = await inParallel(Array.from({ length: 8 }), 4, () => order(api, WISH));
    await inParallel(orders, 4, (own) => pay(api, own));
    await inParallel(orders, 4, (own) => untilStatus(api, own, 'completed', 60_000));
    expect(api.findings).toEqual([]);
    for (const app of [web, jobs]) expect(errorsIn(app.output())).toEqual([]);
  }, 300_000);

  it('alone is refused at the start, naming the missing variable', async () => {
    expect(await refused({ DATABASE_URL: pooler.through(database.url) })).toMatch(
      /DATABASE_URL leads through a connection pooler .*set DATABASE_DIRECT_URL/,
    );
  });

  it('is refused as the direct connection, as is a direct connection to another database', async () => {
    const both = pooler.through(database.url);
    expect(await refused({ DATABASE_URL: both, DATABASE_DIRECT_URL: `${both}?application_name=direct` })).toContain(
      'DATABASE_DIRECT_URL leads through a connection pooler',
    );
    const other = await createTestDatabase();
    expect(await refused({ DATABASE_URL: both, DATABASE_DIRECT_URL: other.url })).toContain('lead to two different databases');
    await other.drop();
  });
});
