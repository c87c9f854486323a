import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipAround } from './gzip-parts.ts';

it('a page compressed around a text is the same page, whether it contains the text or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, before, after) => {
      const gzip = gzipAround(text);
      for (const page of [before + text + after, before + after, text + text]) {
        const bytes = Buffer.from(page);
        expect(gunzipSync(gzip(bytes)).equals(bytes)).toBe(true);
      }
    }),
  );
});

it('the rest of a page refers to the text, which costs no more bytes than compressing the whole page', () => {
  const words = Array.from({ length: 4_000 }, (_, i) => `word${(i * 7_919) % 3_571}`);
  const text = words.join(' ');
  const page = Buffer.from(`<style>${text}</style>${words.slice(0, 500).toReversed().join(' ')}`);
  expect(gzipAround(text)(page).length).toBeLessThan(gzipSync(page).length * 1.01);
});
