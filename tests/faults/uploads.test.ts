import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isPlainPdf } from '#server/cheques/plain-pdf.ts';
import { cleanPicture } from '#server/platform/images/clean-picture.ts';
import { chequePdf } from '#tests/make/pdf.ts';
import { hostileFiles } from '#tests/make/upload-corpus.ts';

it('neither door for files takes any of the corpus, and both take what is true (R50)', async () => {
  const corpus = await hostileFiles();
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  const taken: string[] = [];
  for (const { name, bytes } of corpus) {
    if (isPlainPdf(bytes)) taken.push(`${name}, as a PDF`);
    if ((await cleanPicture(bytes)) !== undefined) taken.push(`${name}, as a picture`);
  }
  expect(taken).toEqual([]);
  expect(isPlainPdf(await chequePdf(['Payment']))).toBe(true);
  expect(
    await cleanPicture(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    ),
  ).toBeDefined();
}, 60_000);
