import { filesBelow, textOf } from './files.ts';
import { foldersInCycles } from './folder-cycles.ts';
import { codeOf, longCommentsOf, longFunctionsOf } from './code.ts';
import { isBannedName, PRONOUNS } from './vocabulary.ts';
import { backwardReads, foreignAccesses, secondWriters } from './tables.ts';

/* `npm run figures:code`: counts of the code, for notes and comparisons. */

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');
const linesOf = (file: string): number => textOf(file).split('\n').length - 1;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const source = ['core', 'contract', 'client', 'server', 'ui', 'web', 'office', 'locales', 'scripts']
  .flatMap((folder) => filesBelow(folder, /\.(?:ts|tsx|mjs|css)$/))
  .filter((file) => !isTest(file));
const code = source.filter((file) => /\.tsx?$/.test(file)).map((file) => ({ file, ...codeOf(file) }));
const office = source.filter((file) => file.startsWith('office/'));

/** Blocks of eight equal lines of code that stand in more than one place. */
function duplicateBlocks(): number {
  const places = new Map<string, number>();
  for (const { file } of code) {
    const lines = textOf(file)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^(?:import|\/\/|\*|\/\*)/.test(line));
    for (let start = 0; start + 8 <= lines.length; start += 1) {
      const block = lines.slice(start, start + 8).join('\n');
      if (block.length > 200) places.set(block, (places.get(block) ?? 0) + 1);
    }
  }
  return [...places.values()].filter((count) => count > 1).length;
}

const sizes = source.map(linesOf).toSorted((a, b) => a - b);
const screens = office.filter((file) => file.endsWith('Page.tsx')).length;

const figures = {
  'source lines': sum(sizes),
  'source files': source.length,
  'median lines of a file': sizes[Math.floor(sizes.length / 2)] ?? 0,
  'files over 300 lines': sizes.filter((lines) => lines > 300).length,
  'files of 20 lines or fewer': sizes.filter((lines) => lines <= 20).length,
  'lines of CSS': sum(source.filter((file) => file.endsWith('.css')).map(linesOf)),
  'banned names': sum(code.map(({ declarations }) => declarations.filter(({ name }) => isBannedName(name)).length)),
  'comments with he, his, whoever, somebody': sum(code.map(({ comments }) => comments.filter(({ text }) => PRONOUNS.test(text)).length)),
  'comments over 30 words': sum(code.map(({ file }) => longCommentsOf(file, 30).length)),
  'functions over 60 lines (90 in .tsx)': sum(code.map(({ file }) => longFunctionsOf(file).length)),
  'folders of web in a cycle': foldersInCycles('web').length,
  'folders of office in a cycle': foldersInCycles('office').length,
  'files that use a foreign table': new Set(foreignAccesses.map(({ file }) => file)).size,
  'second writers of a table': secondWriters.length,
  'reads of a later module’s table': backwardReads.length,
  'duplicated blocks of 8 lines': duplicateBlocks(),
  'office: lines for each screen': Math.round(sum(office.map(linesOf)) / screens),
} as const;

for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name.padEnd(44)} ${value}\n`);
