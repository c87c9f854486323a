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

/** Whether this process is the server of this data folder. A pid alone may have been reused, even by another PostgreSQL. */
export function isServerOf(data: string, pid: number): boolean {
  const [program = '', ...args] = argumentsOf(pid);
  const flag = args.indexOf('-D');
  return path.basename(program) === 'postgres' && flag >= 0 && args[flag + 1] === data;
}

/** The pid in the server's lock file; undefined when there is none. */
function readLockedPid(data: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(lockOf(data), 'utf8').split('\n')[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Pid of the running server of this data folder; undefined when none runs. */
export function serverPidOf(data: string): number | undefined {
  const pid = readLockedPid(data);
  return pid !== undefined && isServerOf(data, pid) ? pid : undefined;
}

function hasWorkingFolder(data: string, pid: string): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/**
 * Removes the lock file when an unrelated process reused its pid: PostgreSQL would refuse to start. Kept while any process works in the
 * data folder.
 */
export function removeStaleLock(data: string): void {
  const pid = readLockedPid(data);
  if (pid === undefined || argumentsOf(pid).length === 0 || isServerOf(data, pid)) return;
  const isUsed = fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && hasWorkingFolder(data, name));
  if (!isUsed) fs.rmSync(lockOf(data), { force: true });
}
