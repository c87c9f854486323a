import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressTemplate, createPageCache, MAX_AGE_MS, type PageQuote, type RenderResult } from './page-cache.ts';

const NONCE = '0'.repeat(8);
const toldAt = (id: string, minute: number): PageQuote => ({
  id,
  created_at: `12:${minute}:00`,
  expires_at: `12:${minute}:30`,
  server_time: `12:${minute}:00`,
});

/** Pages that contain how often they were rendered; the test changes clock and prices. */
function world() {
  const state = { now: 0, prices: {}, drawn: 0, ids: 0, isGone: false };
  const pages = createPageCache({
    now: () => state.now,
    dependencies: () => [state.prices],
    renew: () => (state.isGone ? undefined : toldAt(`quote-${String((state.ids += 1)).padStart(5, '0')}`, 20)),
  });
  const draw = async (): Promise<RenderResult> => {
    state.drawn += 1;
    const quote = toldAt('quote-DRAWN', 10);
    const html = `drawing ${state.drawn} nonce=${NONCE} ${quote.id} from ${quote.created_at} to ${quote.expires_at} now ${quote.server_time}`;
    return { html, nonce: NONCE, quotes: [quote] };
  };
  const read = async (nonce = 'aaaaaaaa', drawing: () => Promise<RenderResult> = draw, address = '/') =>
    (await pages.read(address, { nonce, encoding: 'identity' }, drawing))?.toString();
  return { state, read, draw };
}

describe('a cached page', () => {
  it('is rendered once for a thousand concurrent readers, each with an individual nonce and quote', async () => {
    const { state, read } = world();
    const readers = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(8, 'n'));
    const got = await Promise.all(readers.map((nonce) => read(nonce)));
    expect(state.drawn).toBe(1);
    got.forEach((page, i) => expect(page).toContain(`nonce=${readers[i]} `));
    expect(new Set(got.map((page) => /quote-\d+/.exec(page ?? '')?.[0])).size).toBe(1_000);
    expect(got.join('')).not.toMatch(/quote-DRAWN|nonce=00000000/);
  });

  it('has the times of the reading, not of the rendering', async () => {
    const { read } = world();
    expect(await read()).toBe('drawing 1 nonce=aaaaaaaa quote-00001 from 12:20:00 to 12:20:30 now 12:20:00');
  });

  it('is rendered again when prices or the catalogue change, when it is a second old, and for another address', async () => {
    const { state, read } = world();
    await read();
    state.now = MAX_AGE_MS - 1;
    expect(await read()).toContain('drawing 1');
    state.prices = {};
    expect(await read()).toContain('drawing 2');
    state.now += MAX_AGE_MS;
    expect(await read()).toContain('drawing 3');
    expect(await read('aaaaaaaa', undefined, '/en')).toContain('drawing 4');
    // A clock set back does not extend the age
    state.now = 0;
    expect(await read()).toContain('drawing 5');
  });

  it('is never shown when prices changed while it was rendered', async () => {
    const { state, read, draw } = world();
    const slow = async () => {
      const page = await draw();
      if (state.drawn === 1) state.prices = {};
      return page;
    };
    expect(await read('aaaaaaaa', slow)).toContain('drawing 2');
    const never = async () => {
      state.prices = {};
      return draw();
    };
    state.now += MAX_AGE_MS;
    expect(await read('aaaaaaaa', never)).toBeUndefined();
  });

  it('is not shown when its numbers no longer hold', async () => {
    const { state, read } = world();
    await read();
    state.isGone = true;
    expect(await read()).toBeUndefined();
  });

  it('is not shared when it is individual or failed', async () => {
    const { state, read } = world();
    expect(await read('aaaaaaaa', async () => 'none')).toBeUndefined();
    state.now += MAX_AGE_MS;
    await expect(
      read('aaaaaaaa', async () => {
        throw new Error('no page');
      }),
    ).rejects.toThrow('no page');
    expect(await read()).toContain('drawing 1');
  });

  it('is rendered by the next or a waiting reader when the first is over the rate limits', async () => {
    const { state, read } = world();
    const refused = async (): Promise<RenderResult> => 'not_now';
    const [his, waiting] = await Promise.all([read('aaaaaaaa', refused), read()]);
    expect([his, waiting]).toEqual([undefined, expect.stringContaining('drawing 1')]);
    state.now += MAX_AGE_MS;
    expect(await read('aaaaaaaa', refused)).toBeUndefined();
    expect(await read()).toContain('drawing 2');
  });

  it('is evicted when there are many', async () => {
    const { state, read } = world();
    await read();
    for (let i = 0; i < 100; i += 1) await read('aaaaaaaa', undefined, `/exchange/${i}-x`);
    const before = state.drawn;
    await read('aaaaaaaa', undefined, '/exchange/99-x');
    expect(state.drawn).toBe(before);
    await read();
    expect(state.drawn).toBe(before + 1);
  });
});

const OPEN = new Map([
  ['nonce-of-drawing', 'nonce'],
  ['id-of-drawing', 'id'],
]);
const OWN = new Map([
  ['nonce', 'nonce-of-reader1'],
  ['id', 'id-of-reader1'],
]);

const forReader = (html: string): string =>
  html.replaceAll('nonce-of-drawing', 'nonce-of-reader1').replaceAll('id-of-drawing', 'id-of-reader1');

describe('a compressed template', () => {
  it('gives each reader the page with the reader’s texts, compressed or not', () => {
    const words = fc.oneof(
      fc.constantFrom('nonce-of-drawing', 'id-of-drawing', '<script nonce="', '">', 'обмен валют ', 'nonce', '-of-'),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    const pages = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pages, (html) => {
        const packed = compressTemplate(html, OPEN);
        expect(packed.writeFor(OWN, 'identity')?.toString()).toBe(forReader(html));
        expect(gunzipSync(packed.writeFor(OWN, 'gzip') ?? '').toString()).toBe(forReader(html));
      }),
    );
  });

  it('is compressed as one text: a part refers to the preceding bytes', () => {
    const row = Array.from({ length: 900 }, (_, i) => `<li>Сбербанк ${i % 300}, RUB</li>`).join('');
    const html = `${row}nonce-of-drawing${row}id-of-drawing${row}`;
    const packed = compressTemplate(html, OPEN).writeFor(OWN, 'gzip') ?? Buffer.alloc(0);
    expect(gunzipSync(packed).toString()).toBe(forReader(html));
    expect(packed.length).toBeLessThan(Buffer.byteLength(html) / 15);
  });

  it('is not completed with a text of another length, which would break references', () => {
    const packed = compressTemplate('<p>id-of-drawing</p>', OPEN);
    expect(packed.writeFor(new Map([['id', 'longer-than-that']]), 'gzip')).toBeUndefined();
    expect(packed.writeFor(new Map(), 'identity')).toBeUndefined();
  });
});
