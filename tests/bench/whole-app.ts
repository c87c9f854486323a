import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import { type Measured, measure } from './load.ts';

const SECONDS = 4;
const CONNECTIONS = 20;

export interface WholeApp {
  readonly empty: Measured;
  readonly page: Measured;
}

/** The product as it is started: a route that does nothing, and the exchange page. */
export async function measureWholeApp(): Promise<WholeApp> {
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  try {
    const load = { seconds: SECONDS, connections: CONNECTIONS };
    const empty = await measure({ ...load, url: `${app.url}/health/live` });
    const page = await measure({ ...load, url: `${app.url}/` });
    return { empty, page };
  } finally {
    await app.stop();
    removeFolder(folder);
  }
}
