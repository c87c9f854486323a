import { firstLoadOf } from '#tests/make/first-load.ts';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import { line } from './line.ts';
import { addressOf, pageKinds } from './page-kinds.ts';

const kib = (bytes: number): string => `${(bytes / 1_024).toFixed(1)} KiB`;

/** G2: bytes of the first load of every kind of page, in Russian, compressed with gzip. */
export async function benchWeight(): Promise<void> {
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  try {
    for (const page of await pageKinds(app.url)) {
      if (page.isFramed || page.isMissing) continue;
      const { html, scripts, words } = await firstLoadOf(addressOf(app.url, page, ''), page.headers);
      const goal = ['home', 'pair', 'order'].includes(page.name) ? '  goal: 145 KiB of scripts' : '';
      line(`first load: ${page.name}`, kib(scripts), `HTML ${kib(html)}, words ${kib(words)}${goal}`);
    }
  } finally {
    await app.stop();
    removeFolder(folder);
  }
}
