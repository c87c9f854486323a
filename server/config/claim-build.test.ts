import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTempFolder } from '#tests/make/temp-folder.ts';
import { claimBuild } from './claim-build.ts';

type BuildInto = (root: string, hash: string, make: (folder: string) => void | Promise<void>) => Promise<void>;
// Plain JavaScript: it runs before anything is installed
const script = pathToFileURL(path.resolve('scripts/build-folders.mjs')).href;
const { buildInto } = (await import(script)) as { readonly buildInto: BuildInto };

let root = '';
beforeEach(() => {
  root = makeTempFolder('builds');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const build = async (hash: string) => await buildInto(root, hash, async (folder) => writeFileSync(path.join(folder, 'page'), hash));
const buildsIn = () => readdirSync(root).filter((name) => name !== 'current');

test('a build of other sources leaves the folder of a running process unchanged', async () => {
  await build('aaaa');
  const served = claimBuild(root);
  await build('bbbb');
  await build('cccc');
  expect(readFileSync(path.join(served, 'page'), 'utf8')).toBe('aaaa');
  expect(readFileSync(path.join(claimBuild(root), 'page'), 'utf8')).toBe('cccc');
  expect(buildsIn().toSorted()).toEqual(['build-aaaa', 'build-cccc']);
});

test('a folder whose process has ended is removed with the next build', async () => {
  await build('aaaa');
  const ended = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => ended.once('exit', resolve));
  writeFileSync(path.join(root, 'build-aaaa', `used-by-${ended.pid}`), '');
  await build('bbbb');
  expect(buildsIn()).toEqual(['build-bbbb']);
});

test('folders of an earlier layout are removed, other folders stay', async () => {
  for (const name of ['web', 'office', 'widget', 'worker', 'client']) mkdirSync(path.join(root, name, 'assets'), { recursive: true });
  writeFileSync(path.join(root, '.built'), 'stamp');
  symlinkSync('build-gone', path.join(root, 'current-1'));
  mkdirSync(path.join(root, 'notes'));
  await build('aaaa');
  expect(buildsIn().toSorted()).toEqual(['build-aaaa', 'notes']);
});

test('a build of the next version changes no file that a running process serves', async () => {
  const pages = async (folder: string, hash: string) => {
    mkdirSync(path.join(folder, 'office/assets'), { recursive: true });
    writeFileSync(path.join(folder, 'office/index.html'), `entry-${hash}.js`);
    writeFileSync(path.join(folder, `office/assets/entry-${hash}.js`), hash);
  };
  await buildInto(root, 'aaaa', async (folder) => await pages(folder, 'aaaa'));
  const served = claimBuild(root);
  const filesOf = () =>
    readdirSync(served, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => [name, statSync(path.join(served, name)).mtimeMs, statSync(path.join(served, name)).ino]);
  const before = filesOf();
  // Builds the next version and then repeats the build
  for (const hash of ['bbbb', 'bbbb']) await buildInto(root, hash, async (folder) => await pages(folder, hash));
  expect(filesOf()).toEqual(before);
  expect(readFileSync(path.join(served, 'office/assets/entry-aaaa.js'), 'utf8')).toBe('aaaa');
  expect(readlinkSync(path.join(root, 'current'))).toBe('build-bbbb');
});

test('an existing build is only linked, and a failed build changes nothing', async () => {
  await build('aaaa');
  claimBuild(root);
  await build('bbbb');
  await buildInto(root, 'aaaa', () => Promise.reject(new Error('is built already')));
  expect(readlinkSync(path.join(root, 'current'))).toBe('build-aaaa');
  await expect(buildInto(root, 'dddd', () => Promise.reject(new Error('broken off')))).rejects.toThrow('broken off');
  expect(readlinkSync(path.join(root, 'current'))).toBe('build-aaaa');
  expect(existsSync(path.join(root, 'build-dddd'))).toBe(false);
  mkdirSync(path.join(root, 'making-1'));
  await build('eeee');
  expect(buildsIn().toSorted()).toEqual(['build-aaaa', 'build-eeee']);
});
