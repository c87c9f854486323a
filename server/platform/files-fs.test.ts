import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFolderFiles } from './files-fs.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'razmen-files-'));
const files = createFolderFiles(folder);
afterAll(() => rmSync(folder, { recursive: true }));

it('gives back what was put, for our eyes only, and nothing half written', async () => {
  await files.put('cheques/a1.pdf', Buffer.from('%PDF'));
  await files.put('cheques/a1.pdf', Buffer.from('%PDF-2'));
  expect((await files.get('cheques/a1.pdf'))?.toString()).toBe('%PDF-2');
  expect(readdirSync(path.join(folder, 'cheques'))).toEqual(['a1.pdf']);
  expect(statSync(path.join(folder, 'cheques/a1.pdf')).mode & 0o077).toBe(0);
});

it('knows no file that nobody put', async () => {
  expect(await files.get('cheques/none.pdf')).toBeUndefined();
});

it.each(['../secret', '/etc/passwd', 'a/../../b', 'a//b', '', 'a\0b', './a'])('refuses the key %j', async (key) => {
  await expect(files.get(key)).rejects.toThrow(/key/);
});
