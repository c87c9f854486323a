// Each build has its own immutable folder in `build`; the link `current` points to the build that the next process serves.
import fs from 'node:fs';
import path from 'node:path';

const CURRENT = 'current';
const BUILD = /^build-[\da-f]+$/;
const UNFINISHED = /^making-\d+$/;
/** A temporary link left by an interrupted switch. */
const TEMPORARY_LINK = /^current-\d+$/;
/** Folders of builds before decision 0081. */
const OLD_LAYOUT = new Set(['.built', 'web', 'office', 'widget', 'worker', 'client']);
/** Marker file of a process that serves the folder (`server/config/claim-build.ts`). */
const MARKER = /^used-by-(\d+)$/;

const namesIn = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether a running process serves a folder; removes markers of ended processes. */
function isUsed(folder) {
  const markers = namesIn(folder).filter((name) => MARKER.test(name));
  const stale = markers.filter((name) => !isRunning(Number(MARKER.exec(name)[1])));
  for (const name of stale) fs.rmSync(path.join(folder, name), { force: true });
  return markers.length > stale.length;
}

function pointTo(root, name) {
  const next = path.join(root, `${CURRENT}-${process.pid}`);
  fs.rmSync(next, { force: true });
  fs.symlinkSync(name, next);
  fs.renameSync(next, path.join(root, CURRENT));
}

/** Removes builds that no running process serves, except `keep`, and remains of interrupted builds and earlier releases. */
function removeOld(root, keep) {
  for (const name of namesIn(root)) {
    const folder = path.join(root, name);
    const isRemains = UNFINISHED.test(name) || TEMPORARY_LINK.test(name) || OLD_LAYOUT.has(name);
    const isObsolete = BUILD.test(name) ? !isUsed(folder) && name !== keep : isRemains;
    if (isObsolete) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the build of these sources current; `make` fills an empty folder if the build does not exist yet. One caller at a time. */
export async function buildInto(root, hash, make) {
  const name = `build-${hash.slice(0, 16)}`;
  if (!fs.existsSync(path.join(root, name))) {
    const making = path.join(root, `making-${process.pid}`);
    fs.rmSync(making, { recursive: true, force: true });
    fs.mkdirSync(making, { recursive: true });
    await make(making);
    fs.renameSync(making, path.join(root, name));
  }
  pointTo(root, name);
  removeOld(root, name);
}
