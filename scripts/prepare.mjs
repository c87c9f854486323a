// Plain JavaScript for the Node 20 that may be all there is: it installs the Node that everything else runs on.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const node = path.join(project, 'node_modules/.bin/node');

const installStamp = path.join(project, 'node_modules/.installed');
const buildStamp = path.join(project, 'build/.built');
/** Everything the bundles are made of. */
const SOURCES = [
  'core',
  'contract',
  'ui',
  'web',
  'office',
  'locales',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'scripts/compress-assets.mjs',
  'tsconfig.base.json',
];

/** Runs a program to its end; rejects unless it succeeds. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: project, stdio: 'inherit', ...options });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`)),
    );
  });
}

/** One process at a time installs or builds in this folder; the lock is gone with its holder. */
async function exclusively(work) {
  const name = `\0razmen-prepare-${createHash('sha256').update(project).digest('hex').slice(0, 12)}`;
  for (;;) {
    const lock = await new Promise((resolve, reject) => {
      const server = net.createServer();
      server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
      server.listen(name, () => resolve(server));
    });
    if (lock) {
      try {
        return await work();
      } finally {
        lock.close();
      }
    }
    await sleep(200);
  }
}

function* filesBelow(place) {
  if (!fs.existsSync(place)) return;
  if (fs.statSync(place).isFile()) {
    yield place;
    return;
  }
  for (const name of fs.readdirSync(place).sort()) {
    if (!name.startsWith('.') && !/\.test\.tsx?$/.test(name)) yield* filesBelow(path.join(place, name));
  }
}

function hashOf(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of filesBelow(path.join(project, place)))
      hash.update(path.relative(project, file)).update('\0').update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const stampOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

async function install() {
  const wanted = hashOf(['package-lock.json']);
  if (stampOf(installStamp) === wanted && fs.existsSync(node)) return;
  console.log('Installing packages...');
  const npm = process.env.npm_execpath;
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await (npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args));
  // npm may have rewritten the lock in its own way: what counts is the file as it stands now.
  fs.writeFileSync(installStamp, hashOf(['package-lock.json']));
}

async function build() {
  const wanted = hashOf(SOURCES);
  if (stampOf(buildStamp) === wanted) return;
  console.log('Building the site, the office and the widget...');
  fs.rmSync(buildStamp, { force: true });
  const env = { ...process.env, NODE_ENV: 'production', PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  await run(node, ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'], { env });
  for (const config of ['office/vite.config.ts', 'web/widget/vite.config.ts', 'web/worker/vite.config.ts'])
    await run(node, ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn'], { env });
  await run(node, ['scripts/compress-assets.mjs', 'build/web/client', 'build/office', 'build/widget'], { env });
  fs.mkdirSync(path.dirname(buildStamp), { recursive: true });
  fs.writeFileSync(buildStamp, wanted);
}

/** Installs what the lock file says and builds what has changed since the last time; a moment when both are done already. */
export async function prepare({ withBuild = true } = {}) {
  await exclusively(async () => {
    await install();
    if (withBuild) await build();
  });
}
