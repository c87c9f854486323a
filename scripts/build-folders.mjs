// Builds lie beside each other below `build`, each in a folder that never changes once it is named; `current` points to the one to open next.
import fs from 'node:fs';
import path from 'node:path';

const CURRENT = 'current';
const BUILD = /^build-[\da-f]+$/;
const MAKING = /^making-\d+$/;
/** A link that was not put into its place. */
const LINKING = /^current-\d+$/;
/** Where releases before decision 0081 built. */
const FORMER = new Set(['.built', 'web', 'office', 'widget', 'worker', 'client']);
/** What a running process leaves in the folder that it serves (`server/config/open-build.ts`). */
const USER = /^used-by-(\d+)$/;

const namesIn = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether a running process serves a folder; the marks of those that have ended are removed. */
function isUsed(folder) {
  const marks = namesIn(folder).filter((name) => USER.test(name));
  const over = marks.filter((name) => !isRunning(Number(USER.exec(name)[1])));
  for (const name of over) fs.rmSync(path.join(folder, name), { force: true });
  return marks.length > over.length;
}

function pointTo(root, name) {
  const next = path.join(root, `${CURRENT}-${process.pid}`);
  fs.rmSync(next, { force: true });
  fs.symlinkSync(name, next);
  fs.renameSync(next, path.join(root, CURRENT));
}

/** Removes what neither a running process serves nor the next one will: what was broken off and what earlier releases built, too. */
function removeOld(root, keep) {
  for (const name of namesIn(root)) {
    const folder = path.join(root, name);
    const isLeft = MAKING.test(name) || LINKING.test(name) || FORMER.has(name);
    const isOver = BUILD.test(name) ? !isUsed(folder) && name !== keep : isLeft;
    if (isOver) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the build of these sources the current one; `make` fills an empty folder where it does not exist yet. One caller at a time. */
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
