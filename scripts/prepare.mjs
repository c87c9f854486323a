// Plain JavaScript that runs on Node 20: it installs the Node version that everything else needs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildInto } from './build-folders.mjs';

export const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const node = path.join(project, 'node_modules/.bin/node');

const installStamp = path.join(project, 'node_modules/.installed');
const builds = path.join(project, 'build');
/** Sources of the bundles. */
const SOURCES = [
  'core',
  'contract',
  'ui',
  'web',
  'office',
  'locales',
  'client',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'scripts/compress-assets.mjs',
  'scripts/build-client.mjs',
  'tsconfig.base.json',
];

/** Packages that building and running the product needs. */
export const PRODUCT = 'product';
/** Also those of tests and checks. */
const ALL = 'all';

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

/** One process at a time installs or builds in this folder; the lock (a local socket) ends with its process. */
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

function* filesBelow(entry) {
  if (!fs.existsSync(entry)) return;
  if (fs.statSync(entry).isFile()) {
    yield entry;
    return;
  }
  for (const name of fs.readdirSync(entry).sort()) {
    if (!name.startsWith('.') && !/\.test\.tsx?$/.test(name)) yield* filesBelow(path.join(entry, name));
  }
}

function hashOf(entries) {
  const hash = createHash('sha256');
  for (const entry of entries) {
    for (const file of filesBelow(path.join(project, entry)))
      hash.update(path.relative(project, file)).update('\0').update(fs.readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const stampOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

const hasDevelopmentPackages = () => {
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));
  return Object.keys(devDependencies).every((name) => fs.existsSync(path.join(project, 'node_modules', name)));
};

/** Installs the packages of the lock file unless the stamp shows that they are there; never removes those of development. */
async function install(packages) {
  const hash = hashOf(['package-lock.json']);
  const stamp = stampOf(installStamp);
  if ((stamp === `${hash} ${ALL}` || stamp === `${hash} ${packages}`) && fs.existsSync(node)) return;
  console.log('Installing packages...');
  const hasAll = stamp.endsWith(` ${ALL}`) || hasDevelopmentPackages();
  const installed = packages === ALL || hasAll ? ALL : PRODUCT;
  const npm = process.env.npm_execpath;
  const kind = installed === ALL ? '--include=dev' : '--omit=dev';
  const args = ['install', kind, '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await (npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args));
  fs.writeFileSync(installStamp, `${hash} ${installed}`);
}

/** Waits for all, so that no program runs on when another one has failed. */
async function allOf(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

async function build() {
  await buildInto(builds, hashOf(SOURCES), async (folder) => {
    console.log('Building the site, the office and the widget...');
    const bin = `${path.dirname(node)}${path.delimiter}${process.env.PATH}`;
    const env = { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: folder, PATH: bin };
    const runNode = (...args) => run(node, args, { env });
    const compress = (part) => runNode('scripts/compress-assets.mjs', path.join(folder, part));
    const bundle = (config, part) => {
      const out = ['--outDir', path.join(folder, part), '--emptyOutDir'];
      return runNode('node_modules/vite/bin/vite.js', 'build', '--config', config, ...out, '--logLevel', 'warn');
    };
    await allOf([
      runNode('node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn').then(() => compress('web/client')),
      bundle('office/vite.config.ts', 'office').then(() => compress('office')),
      bundle('web/widget/vite.config.ts', 'widget').then(() => compress('widget')),
      bundle('web/worker/vite.config.ts', 'worker'),
      runNode('scripts/build-client.mjs', path.join(folder, 'client')),
    ]);
  });
}

/** Installs packages (all, or only the product's) and builds bundles if the lock file or the sources have changed. */
export async function prepare({ packages = ALL, withBuild = true } = {}) {
  await exclusively(async () => {
    await install(packages);
    if (withBuild) await build();
  });
}
