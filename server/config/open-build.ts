import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder of the build that is current now. This process serves it to its end, whatever is built meanwhile: a later build lies
 * beside it, and this one is kept for as long as the process of the mark runs (`scripts/build-folders.mjs`).
 */
export function openBuild(root: string): string {
  const current = path.join(root, 'current');
  if (!existsSync(current)) throw new Error(`nothing is built: ${current} is missing, \`npm start\` makes it`);
  const folder = realpathSync(current);
  try {
    writeFileSync(path.join(folder, `used-by-${process.pid}`), '');
  } catch {
    // Where nobody may write nobody builds either
  }
  return folder;
}
