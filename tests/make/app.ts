import type { FastifyInstance } from 'fastify';
import { ORDER_KEYS } from '#server/orders/access.ts';
import { createHttp, type HttpOptions } from '#server/platform/http/create-http.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import type { Route } from '#server/platform/http/route.ts';
import { systemClock } from '#server/platform/clock.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { recordJsonApi } from './jsonapi-recorder.ts';

export const TEST_ORIGIN = 'http://127.0.0.1:3000';

const unreachable = () => Promise.reject(new Error('This test has no database'));
const noDatabase: HttpOptions['db'] = {
  many: unreachable,
  maybe: unreachable,
  one: unreachable,
  run: unreachable,
  tx: unreachable,
  close: () => Promise.resolve(),
};

export interface LoggedError {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly event: string;
}

export interface TestApp {
  readonly app: FastifyInstance;
  /** Logged errors: unexpected 500s. */
  readonly faults: LoggedError[];
  /** Closes the app; throws when any response broke a rule of JSON:API. */
  close(): Promise<void>;
}

/** An in-process app for any routes. By default guests only, no limits, no database; the recorder checks all traffic. */
export async function createTestApp(routes: readonly Route[], options: Partial<HttpOptions> = {}): Promise<TestApp> {
  const faults: LoggedError[] = [];
  const quiet = () => undefined;
  const recorder = recordJsonApi({ endpoints: routes.map(({ endpoint }) => endpoint) });
  const app = await createHttp({
    guestKeys: ORDER_KEYS,
    db: noDatabase,
    clock: systemClock,
    secrets: createSecrets('a secret of tests, 32 characters'),
    random: systemRandom,
    t: createTranslate(),
    log: { debug: quiet, info: quiet, warn: quiet, error: (fields, event) => faults.push({ fields, event }) },
    settings: { publicUrl: TEST_ORIGIN, mode: 'demo' },
    authenticator: {
      authenticate: async () => ({ kind: 'guest' }),
    },
    limits: noRateLimits,
    ...options,
    routes,
    observe: [recorder.observe, ...(options.observe ?? [])],
  });
  await app.ready();
  return {
    app,
    faults,
    async close() {
      await app.close();
      recorder.check();
    },
  };
}
