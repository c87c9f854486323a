import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPage } from './packed-page.ts';

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

describe('a page in pieces', () => {
  it('is for each reader what it would be with his own texts, packed or not', () => {
    const words = fc.oneof(
      fc.constantFrom('nonce-of-drawing', 'id-of-drawing', '<script nonce="', '">', 'обмен валют ', 'nonce', '-of-'),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    const pages = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pages, (html) => {
        const packed = packPage(html, OPEN);
        expect(packed.writeFor(OWN, 'identity')?.toString()).toBe(forReader(html));
        expect(gunzipSync(packed.writeFor(OWN, 'gzip') ?? '').toString()).toBe(forReader(html));
      }),
    );
  });

  it('is packed as one text, however large: a piece refers to what stands before it', () => {
    const row = Array.from({ length: 900 }, (_, i) => `<li>Сбербанк ${i % 300}, RUB</li>`).join('');
    const html = `${row}nonce-of-drawing${row}id-of-drawing${row}`;
    const packed = packPage(html, OPEN).writeFor(OWN, 'gzip') ?? Buffer.alloc(0);
    expect(gunzipSync(packed).toString()).toBe(forReader(html));
    expect(packed.length).toBeLessThan(Buffer.byteLength(html) / 15);
  });

  it('is not filled with a text of another length: nothing behind it would be where it is looked for', () => {
    const packed = packPage('<p>id-of-drawing</p>', OPEN);
    expect(packed.writeFor(new Map([['id', 'longer-than-that']]), 'gzip')).toBeUndefined();
    expect(packed.writeFor(new Map(), 'identity')).toBeUndefined();
  });
});
