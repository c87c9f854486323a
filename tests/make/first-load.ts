import http from 'node:http';

/** What a browser fetches before a page runs, gzipped, in bytes. */
export interface FirstLoad {
  readonly html: number;
  readonly scripts: number;
  readonly words: number;
}

/** The list of files in a page's own start (`web/loading/page-start.ts`). */
const FILES = /\}\)\((\{"first":.+?\})\);\s*<\/script>/s;

const packed = (url: URL, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = http.get(url, { headers: { ...headers, 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url.pathname}: ${answer.statusCode}`))));
    });
    asked.once('error', reject);
  });

/** Measures a page's initial load: document, scripts, messages. Later requests do not count. */
export async function firstLoadOf(address: string, headers: Readonly<Record<string, string>> = {}): Promise<FirstLoad> {
  const answer = await fetch(address, { headers });
  const html = await answer.text();
  // The final page after redirects
  const page = new URL(answer.url);
  const files = JSON.parse(FILES.exec(html)?.[1] ?? 'null') as {
    readonly first: readonly string[];
    readonly routes: Readonly<Record<string, readonly string[]>>;
    readonly entry: string;
    readonly ahead: readonly string[];
    readonly words: readonly string[];
  } | null;
  if (files === null) throw new Error(`${address} names no files to start with`);
  const sum = async (names: readonly string[]): Promise<number> =>
    (await Promise.all([...new Set(names)].map((name) => packed(new URL(name, page), {})))).reduce((whole, bytes) => whole + bytes, 0);
  const { first, routes, entry, ahead, words } = files;
  return {
    html: await packed(page, headers),
    scripts: await sum([...first, ...Object.values(routes).flat(), entry, ...ahead]),
    words: await sum(words),
  };
}
