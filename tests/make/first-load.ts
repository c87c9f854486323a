import http from 'node:http';

/** What a browser fetches before a page runs, gzipped, in bytes. */
export interface FirstLoad {
  readonly html: number;
  readonly scripts: number;
  readonly words: number;
}

/** Addresses that the matches of `pattern` name in their first group. */
const named = (html: string, pattern: RegExp): readonly string[] => [...html.matchAll(pattern)].flatMap(([, address]) => address ?? []);

/** Scripts that the document preloads or imports itself. */
const scriptsOf = (html: string): readonly string[] => [
  ...named(html, /<link rel="modulepreload" href="([^"]+)"/g),
  ...named(html, /\bimport\b[^"<;]*"(\/assets\/[^"]+\.js)"/g),
];
/** Message files that the document preloads, with its attributes in any order. */
const messagesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<link rel="preload"[^>]*\bas="fetch"[^>]*>/g)].flatMap(([link]) => named(link, /\bhref="([^"]+)"/g));

const packed = (url: URL, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { ...headers, 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.once('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url.pathname}: ${answer.statusCode}`))));
    });
    request.once('error', reject);
  });

/** Measures a page's initial load: document, scripts, messages. Later requests do not count. */
export async function firstLoadOf(address: string, headers: Readonly<Record<string, string>> = {}): Promise<FirstLoad> {
  const answer = await fetch(address, { headers });
  const html = await answer.text();
  // The final page after redirects
  const page = new URL(answer.url);
  const scripts = scriptsOf(html);
  if (scripts.length === 0) throw new Error(`${address} names no files to start with`);
  const sum = async (names: readonly string[]): Promise<number> =>
    (await Promise.all([...new Set(names)].map((name) => packed(new URL(name, page), {})))).reduce((whole, bytes) => whole + bytes, 0);
  return {
    html: await packed(page, headers),
    scripts: await sum(scripts),
    words: await sum(messagesOf(html)),
  };
}
