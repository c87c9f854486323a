import { describe, expect, it } from 'vitest';
import { createKeptPages, type Drawing, KEPT_MS, type ToldQuote } from './kept-pages.ts';

const NONCE = '0'.repeat(8);
const toldAt = (id: string, minute: number): ToldQuote => ({
  id,
  created_at: `12:${minute}:00`,
  expires_at: `12:${minute}:30`,
  server_time: `12:${minute}:00`,
});

/** Pages that tell how often they were drawn, of a world whose clock and prices the test moves. */
function world() {
  const state = { now: 0, prices: {}, drawn: 0, ids: 0, isGone: false };
  const pages = createKeptPages({
    now: () => state.now,
    drawnFrom: () => [state.prices],
    renew: () => (state.isGone ? undefined : toldAt(`quote-${String((state.ids += 1)).padStart(5, '0')}`, 20)),
  });
  const draw = async (): Promise<Drawing> => {
    state.drawn += 1;
    const quote = toldAt('quote-DRAWN', 10);
    const html = `drawing ${state.drawn} nonce=${NONCE} ${quote.id} from ${quote.created_at} to ${quote.expires_at} now ${quote.server_time}`;
    return { html, nonce: NONCE, quotes: [quote] };
  };
  const read = async (nonce = 'aaaaaaaa', drawing: () => Promise<Drawing> = draw, address = '/') =>
    (await pages.read(address, { nonce, encoding: 'identity' }, drawing))?.toString();
  return { state, read, draw };
}

describe('a kept page', () => {
  it('is drawn once for a thousand who ask at once, and gives each a nonce and a quote of his own', async () => {
    const { state, read } = world();
    const readers = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(8, 'n'));
    const got = await Promise.all(readers.map((nonce) => read(nonce)));
    expect(state.drawn).toBe(1);
    got.forEach((page, i) => expect(page).toContain(`nonce=${readers[i]} `));
    expect(new Set(got.map((page) => /quote-\d+/.exec(page ?? '')?.[0])).size).toBe(1_000);
    expect(got.join('')).not.toMatch(/quote-DRAWN|nonce=00000000/);
  });

  it('tells the times of the moment it is read, not of its drawing', async () => {
    const { read } = world();
    expect(await read()).toBe('drawing 1 nonce=aaaaaaaa quote-00001 from 12:20:00 to 12:20:30 now 12:20:00');
  });

  it('is drawn anew when prices or the catalogue are others, when it is a second old, and for another address', async () => {
    const { state, read } = world();
    await read();
    state.now = KEPT_MS - 1;
    expect(await read()).toContain('drawing 1');
    state.prices = {};
    expect(await read()).toContain('drawing 2');
    state.now += KEPT_MS;
    expect(await read()).toContain('drawing 3');
    expect(await read('aaaaaaaa', undefined, '/en')).toContain('drawing 4');
    // A clock that was put back is no reason to keep anything longer
    state.now = 0;
    expect(await read()).toContain('drawing 5');
  });

  it('is never shown when prices moved while it was drawn', async () => {
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
    state.now += KEPT_MS;
    expect(await read('aaaaaaaa', never)).toBeUndefined();
  });

  it('is not shown when its numbers no longer hold', async () => {
    const { state, read } = world();
    await read();
    state.isGone = true;
    expect(await read()).toBeUndefined();
  });

  it('that is somebody’s own, or failed, is nobody else’s', async () => {
    const { state, read } = world();
    expect(await read('aaaaaaaa', async () => 'none')).toBeUndefined();
    state.now += KEPT_MS;
    await expect(
      read('aaaaaaaa', async () => {
        throw new Error('no page');
      }),
    ).rejects.toThrow('no page');
    expect(await read()).toContain('drawing 1');
  });

  it('is kept from nobody by one who may not have it drawn: whoever comes next, or waited for him, has it drawn himself', async () => {
    const { state, read } = world();
    const refused = async (): Promise<Drawing> => 'not_now';
    const [his, waiting] = await Promise.all([read('aaaaaaaa', refused), read()]);
    expect([his, waiting]).toEqual([undefined, expect.stringContaining('drawing 1')]);
    state.now += KEPT_MS;
    expect(await read('aaaaaaaa', refused)).toBeUndefined();
    expect(await read()).toContain('drawing 2');
  });

  it('gives way to others when there are many', async () => {
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
