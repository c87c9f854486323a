import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The repository's root. */
export const root = path.resolve(import.meta.dirname, '../..');

const SKIPPED = new Set([
  'node_modules',
  '.git',
  'build',
  'data',
  'dist',
  '.react-router',
  'test-results',
  'playwright-report',
  'coverage',
]);

/** Every file below a folder of the repository, as paths from its root. */
export function filesBelow(folder: string, pattern = /./): string[] {
  const found: string[] = [];
  const walk = (directory: string): void => {
    for (const entry of readdirSync(path.join(root, directory), { withFileTypes: true })) {
      const file = path.posix.join(directory, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) walk(file);
      } else if (pattern.test(entry.name)) found.push(file);
    }
  };
  if (exists(folder)) walk(folder);
  return found.toSorted();
}

export function exists(place: string): boolean {
  return statSync(path.join(root, place), { throwIfNoEntry: false }) !== undefined;
}

export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

export interface ImportLine {
  readonly file: string;
  readonly specifier: string;
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Imports of a file, types included. */
export function importsOf(file: string): ImportLine[] {
  return [...textOf(file).matchAll(IMPORT)].map((match) => ({ file, specifier: match[1] ?? match[2] ?? '' }));
}
