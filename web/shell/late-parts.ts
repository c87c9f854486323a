import { localeOf } from '#web/i18n/locale.ts';
import { MESSAGE_FILES } from '#web/i18n/message-files.ts';
import { AWAITED, type AwaitedPage } from './awaited.ts';

/*
 * What comes later may fail to come: a line breaks, a release is exchanged. A browser remembers a module that failed for as long as the
 * document lives and never asks for it again. So a part is fetched as a file first, which may be asked for as often as need be, and only
 * what has arrived is imported. The build puts this around every `import()` of a browser (vite.config.ts).
 */

declare global {
  /** The framework's own list of what each page is made of (`web/shell/page-start.ts` loads it). */
  var __reactRouterManifest:
    | { readonly routes: Readonly<Record<string, { readonly module: string; readonly imports?: readonly string[] }>> }
    | undefined;
}

/** The longest that a part may be on its way. */
const PATIENCE_MS = 30_000;
/** Before a part that is looked forward to is asked for again: twice as long each time, up to the longest. */
const AGAIN_MS = 3_000;
const LONGEST_MS = 60_000;

const arriving = new Map<string, Promise<void>>();

async function fetchFile(file: string): Promise<void> {
  const reply = await fetch(file, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!reply.ok) throw new Error(`${file} did not arrive: ${reply.status}`);
  await reply.arrayBuffer();
}

function arrived(file: string): Promise<void> {
  const known = arriving.get(file);
  if (known !== undefined) return known;
  const coming = fetchFile(file).catch((error: unknown) => {
    arriving.delete(file);
    throw error;
  });
  arriving.set(file, coming);
  return coming;
}

/**
 * Imports when all files that the import needs have come; rejects where one has not, and may be called again. The build calls it by this name.
 * @public
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => arrived(`/${file}`)));
  return load();
}

/** Whether the files of another page are there, its words too: only then may this page give way to it. */
export async function routeArrived(name: AwaitedPage): Promise<boolean> {
  const locale = localeOf(globalThis.location.pathname);
  const route = globalThis.__reactRouterManifest?.routes[`${locale}/${name}`];
  if (route === undefined) return false;
  const words = AWAITED[name].map((one) => MESSAGE_FILES[locale][one]);
  return Promise.all([route.module, ...(route.imports ?? []), ...words].map(arrived)).then(
    () => true,
    () => false,
  );
}

/** A pause that ends at once when there is new hope: the line is back, or the page is looked at again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const { signal } = over;
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    globalThis.addEventListener('online', end, { signal });
    document.addEventListener('visibilitychange', () => document.hidden || end(), { signal });
  });

/** What is drawn when it comes, however often it has to be asked for: until then its place shows what waits there. */
export async function untilArrived<T>(load: () => Promise<T>): Promise<T> {
  for (let ms = AGAIN_MS; ; ms = Math.min(2 * ms, LONGEST_MS)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- asked again only when it has failed
      return await load();
    } catch {
      // oxlint-disable-next-line no-await-in-loop -- a pause between the attempts
      await pause(ms);
    }
  }
}

/** What a page can do without: undefined where it does not come, which is nobody's fault and no error of the page. */
export async function ifArrived<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch {
    return undefined;
  }
}
