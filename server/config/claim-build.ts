import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Folder of the current build, which this process serves until it ends: it is kept while the process in its marker file runs
 * (`scripts/build-folders.mjs`).
 */
export function claimBuild(root: string): string {
  const current = path.join(root, 'current');
  if (!existsSync(current)) throw new Error(`nothing is built: ${current} is missing, \`npm start\` makes it`);
  const folder = realpathSync(current);
  try {
    writeFileSync(path.join(folder, `used-by-${process.pid}`), '');
  } catch {
    // A read-only folder: no build can replace it either
  }
  return folder;
}
