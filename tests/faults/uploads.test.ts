import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Result } from '#core/result.ts';
import { cleanFile } from '#server/business-requests/request-payments.ts';
import { storeChatFile } from '#server/chat/files.ts';
import { isPlainPdf } from '#server/cheques/plain-pdf.ts';
import type { Files } from '#server/adapters/storage/port.ts';
import { systemClock } from '#server/platform/clock.ts';
import { cleanPicture } from '#server/platform/images/clean-picture.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { chequePdf } from '#tests/make/pdf.ts';
import { hostileFiles } from '#tests/make/upload-corpus.ts';

const stored: string[] = [];
const files: Files = {
  put: async (key) => void stored.push(key),
  get: async () => undefined,
  remove: async () => undefined,
  list: async () => [],
  probe: async () => undefined,
};
const deps = { clock: systemClock, random: systemRandom, secrets: createSecrets('a secret of tests, 32 characters'), files };

/** Calls that take both kinds: the support chat and merchant requests. */
const BOTH: Readonly<Record<string, (bytes: Buffer) => Promise<Result<unknown>>>> = {
  chat: (bytes) => storeChatFile(deps, { bytes }, 'a peer'),
  business: (bytes) => cleanFile(deps, bytes, 'a peer'),
};

it('no upload accepts any hostile file; uploads of both kinds refuse it with the same message; all accept valid files (R50)', async () => {
  const corpus = await hostileFiles();
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  const accepted: string[] = [];
  for (const { name, bytes } of corpus) {
    if (isPlainPdf(bytes)) accepted.push(`${name}, as a PDF`);
    if ((await cleanPicture(bytes)) !== undefined) accepted.push(`${name}, as a picture`);
    // An empty field of a form is no file
    for (const [endpointResult, take] of Object.entries(BOTH).filter(([one]) => one === 'chat' || bytes.length > 0)) {
      const answer = await take(bytes);
      if (answer.ok || answer.refusals[0]?.message !== 'plain_file') accepted.push(`${name}, by ${endpointResult}`);
    }
  }
  expect([accepted, stored]).toEqual([[], []]);
  const [pdf, png] = [
    await chequePdf(['Payment']),
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer(),
  ];
  expect([isPlainPdf(pdf), (await cleanPicture(png)) === undefined]).toEqual([true, false]);
  for (const take of Object.values(BOTH)) expect([(await take(pdf)).ok, (await take(png)).ok]).toEqual([true, true]);
}, 60_000);
