import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { ANALYSIS_WIDTH, judgePhoto, type PhotoHint } from './read-photo.ts';

/** Drawing of a card on a table. */
const CARD = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#8a7a66"/>
  <rect x="200" y="260" width="1200" height="720" rx="60" fill="#2c6e5b"/>
  ${'2202 2000 0000 0008'
    .split('')
    .map((digit, i) => `<text x="${280 + i * 55}" y="690" font-size="90" fill="#f4f1e8">${digit}</text>`)
    .join('')}
  <text x="280" y="880" font-size="64" fill="#f4f1e8">IVAN PETROV</text></svg>`;
const LAMP = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><ellipse cx="800" cy="620" rx="330" ry="160" fill="#fff"/></svg>`;

const card = (): Sharp => sharp(Buffer.from(CARD));

async function judge(photo: Sharp, shortSide = 1_200): Promise<PhotoHint> {
  const { data, info } = await photo
    .ensureAlpha()
    .png()
    .toBuffer()
    .then((png) => sharp(png).resize({ width: ANALYSIS_WIDTH }).raw().toBuffer({ resolveWithObject: true }));
  return judgePhoto({ data, width: info.width, height: info.height }, shortSide);
}

test('recognises a sharp, blurred, dark, overexposed and too small photo', async () => {
  expect(await judge(card())).toBe('fine');
  expect(await judge(card().blur(14))).toBe('blurred');
  expect(await judge(card().linear(0.3, 0))).toBe('dark');
  expect(await judge(card().composite([{ input: Buffer.from(LAMP) }]))).toBe('glare');
  expect(await judge(card(), 300)).toBe('small');
});
