import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { descriptionFromDocs } from '#tests/make/acquirer-dialects.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'acquirers-'));
const fileOf = (name: string, acquirers: unknown): string => {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, typeof acquirers === 'string' ? acquirers : JSON.stringify({ acquirers }));
  return file;
};
const production = {
  MODE: 'production',
  SECRET_KEY: 'kT9w2Zc7Qp4Lx8Vb1Nf6Rj3Hs5Gd0Ym-uE',
  PUBLIC_URL: 'https://exchange.test',
  MAIL_URL: 'smtp://mail.test:25',
};
const both = { ACQUIRERS_FILE: fileOf('both', [descriptionFromDocs('tbank'), descriptionFromDocs('localform')]) };
const secrets = {
  ACQUIRER_TBANK_PASSWORD: 'canary-1',
  ACQUIRER_LOCALFORM_FORM_KEY: 'canary-2',
  ACQUIRER_LOCALFORM_CALLBACK_KEY: 'canary-3',
};
const all = { ...production, ...both, ...secrets, ACQUIRER_LOCALFORM_PASSWORD: 'canary-4' };

it('reads acquirers with the secrets that each role needs', () => {
  expect(readConfig(all).acquirers.map(({ settings, secrets: own }) => [settings.name, own])).toEqual([
    ['tbank', { password: 'canary-1' }],
    ['localform', { form_key: 'canary-2', callback_key: 'canary-3', password: 'canary-4' }],
  ]);
  const web = readConfig({ ...all, ROLE: 'web' });
  expect(JSON.stringify(web.acquirers)).not.toContain('canary-4');
  expect(readConfig({ ...production, ...both, ...secrets, ROLE: 'web' }).acquirers).toHaveLength(2);
  expect(readConfig(production).acquirers).toEqual([]);
});

it.each([
  ['a missing secret', { ACQUIRER_LOCALFORM_PASSWORD: '' }, 'ACQUIRER_LOCALFORM_PASSWORD is required for the acquirer localform'],
  ['a missing file', { ACQUIRERS_FILE: path.join(folder, 'none.json') }, 'ACQUIRERS_FILE must be a JSON file'],
  ['a file that is not JSON', { ACQUIRERS_FILE: fileOf('torn', '{"acquirers": [') }, 'ACQUIRERS_FILE must be a JSON file'],
  [
    'a repeated name',
    { ACQUIRERS_FILE: fileOf('twice', [descriptionFromDocs('tbank'), descriptionFromDocs('tbank')]) },
    'names tbank twice',
  ],
  [
    'an unknown member',
    { ACQUIRERS_FILE: fileOf('typo', [{ ...descriptionFromDocs('tbank'), orgins: [] }]) },
    'ACQUIRERS_FILE acquirers[0]',
  ],
  [
    'a test shop',
    { ACQUIRERS_FILE: fileOf('test', [{ ...descriptionFromDocs('tbank'), test: true }]) },
    'tbank: test must be false in production',
  ],
])('does not start with %s, and repeats no secret', (_what, change, named) => {
  const start = (): unknown => readConfig({ ...all, ...change });
  expect(start).toThrow(named);
  try {
    start();
  } catch (error) {
    expect(String(error)).not.toContain('canary');
  }
});
