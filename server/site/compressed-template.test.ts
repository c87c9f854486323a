import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressTemplate } from './compressed-template.ts';

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
