import fs from 'node:fs';
import path from 'node:path';

const lockOf = (data: string): string => path.join(data, 'postmaster.pid');

function argumentsOf(pid: number): readonly string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Whether this process is the server of this data folder: its number alone may long belong to somebody else, another PostgreSQL included. */
export function isServerOf(data: string, pid: number): boolean {
  const [program = '', ...rest] = argumentsOf(pid);
  const flag = rest.indexOf('-D');
  return path.basename(program) === 'postgres' && flag >= 0 && rest[flag + 1] === data;
}

/** The number in the server's lock file; undefined when there is none that could be a process. */
function lockedBy(data: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(lockOf(data), 'utf8').split('\n')[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The running server of this data folder; undefined when it has ended or never ran. */
export function serverOf(data: string): number | undefined {
  const pid = lockedBy(data);
  return pid !== undefined && isServerOf(data, pid) ? pid : undefined;
}

function worksIn(data: string, pid: string): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/**
 * A lock file whose number was taken over by a stranger keeps PostgreSQL from starting for ever: it sees a living process.
 * Removed when no process, no left-over child of the old server either, works in the data folder.
 */
export function dropStrangersLock(data: string): void {
  const pid = lockedBy(data);
  if (pid === undefined || argumentsOf(pid).length === 0 || isServerOf(data, pid)) return;
  const isUsed = fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(data, name));
  if (!isUsed) fs.rmSync(lockOf(data), { force: true });
}
