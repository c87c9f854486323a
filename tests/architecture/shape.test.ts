import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, longCommentsOf, longFunctionsOf } from './code.ts';
import { filesBelow, textOf } from './files.ts';

const LAYERS = ['core', 'contract', 'client', 'server', 'ui', 'web', 'office', 'locales', 'tests', 'scripts'];
const code = LAYERS.flatMap((layer) => filesBelow(layer, /\.(ts|tsx|mjs)$/));
const MAX_LINES = 300;
const MAX_TEST_LINES = 400;
const MAX_STATEMENT_COLUMNS = 140;
const MAX_COMMENT_WORDS = 40;

const matching = (pattern: RegExp, files = code): string[] =>
  files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1} ${line.trim().slice(0, 100)}`] : [])),
  );

/** This file quotes what it forbids. */
const others = code.filter((file) => !file.startsWith('tests/architecture/'));
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');

describe('files', () => {
  it(`have at most ${MAX_LINES} lines, tests ${MAX_TEST_LINES}`, () => {
    const styles = ['ui', 'web', 'office'].flatMap((layer) => filesBelow(layer, /\.css$/));
    const linesOf = (file: string): number => textOf(file).trimEnd().split('\n').length;
    expect([...code, ...styles].filter((file) => linesOf(file) > (isTest(file) ? MAX_TEST_LINES : MAX_LINES))).toEqual([]);
  });

  it('have names: components in Pascal, all else in kebab', () => {
    const allowed = /^([a-z0-9]+(-[a-z0-9]+)*|[A-Z][A-Za-z0-9]*|\$?[a-z]+)(\.[a-z0-9-]+)*\.(ts|tsx|mjs)$/;
    expect(code.filter((file) => !allowed.test(path.basename(file)))).toEqual([]);
    expect(code.filter((file) => /^[A-Z]/.test(path.basename(file)) && !/^(ui|web|office)\//.test(file))).toEqual([]);
  });

  it('no utils, helpers, common, services or managers', () => {
    expect(code.filter((file) => /(^|\/)(utils?|helpers?|common|services?|managers?|misc)(\/|\.)/.test(file))).toEqual([]);
  });

  it('are no barrels: an index is the registry of an adapter folder', () => {
    const barrels = code.filter((file) => /(^|\/)index\.tsx?$/.test(file) && !/^server\/adapters\/[a-z-]+\/index\.ts$/.test(file));
    expect(barrels).toEqual([]);
  });
});

describe('code', () => {
  it('has no any, enum, namespace, non-null assertion or silenced compiler', () => {
    const typescript = others.filter((file) => !file.endsWith('.mjs'));
    expect(matching(/:\s*any(?=\s*([;,)=\]|>]|$)|\[)|(\bas|<|\|)\s*any\b(?![\s-]+\w)/, typescript)).toEqual([]);
    expect(matching(/^\s*(export\s+)?(const\s+)?(enum|namespace)\s+\w+/, others)).toEqual([]);
    expect(matching(/@ts-(ignore|nocheck)/, others)).toEqual([]);
    // A test may show that something does not compile; the product may not.
    expect(
      matching(
        /@ts-expect-error/,
        others.filter((file) => !isTest(file)),
      ),
    ).toEqual([]);
  });

  it('gives the reason with every silenced lint rule', () => {
    expect(matching(/(oxlint|eslint|biome)-(disable|ignore)(?!.*--\s*\S)/, others)).toEqual([]);
  });

  it(`has no SQL line over ${MAX_STATEMENT_COLUMNS} characters`, () => {
    const long = filesBelow('server', /\.ts$/).flatMap((file) => {
      const lines = textOf(file).split('\n');
      const isLong = (line: number): boolean => (lines[line - 1]?.length ?? 0) > MAX_STATEMENT_COLUMNS;
      if (!lines.some((_, index) => isLong(index + 1))) return [];
      return codeOf(file).statements.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, index) => first + index)
          .filter(isLong)
          .map((line) => `${file}:${line}`),
      );
    });
    expect([...new Set(long)]).toEqual([]);
  });

  it('has short functions', () => {
    const typescript = code.filter((file) => /\.tsx?$/.test(file) && !isTest(file));
    const long = typescript.flatMap((file) => longFunctionsOf(file).map(({ name, line, lines }) => `${file}:${line} ${name} ${lines}`));
    expect(long).toEqual([]);
  });

  it(`has comments of at most ${MAX_COMMENT_WORDS} words, or lists`, () => {
    const typescript = code.filter((file) => /\.tsx?$/.test(file));
    const long = typescript.flatMap((file) => longCommentsOf(file, MAX_COMMENT_WORDS).map(({ line }) => `${file}:${line}`));
    expect(long).toEqual([]);
  });

  it('has no skipped or focused test', () => {
    expect(matching(/\b(it|test|describe)\.(skip|only|todo|fixme)\b/, others)).toEqual([]);
  });

  it('casts no row of the database: a statement declares its rows (decision 0099)', () => {
    const inStores = matching(
      /z\.custom<|\brows? as [A-Z{]/,
      others.filter((file) => file.startsWith('server/')),
    );
    expect(inStores.filter((line) => !line.startsWith('server/platform/db/columns.ts'))).toEqual([]);
  });

  it('lists the columns of a statement in its row declaration, not beside it (decision 0099)', () => {
    const stores = others.filter((file) => file.startsWith('server/'));
    // A verdict is also selected as JSON; columns of the queue depend on the time
    expect(
      matching(/^(?:export )?const (?:\w*[cC]olumns|\w*COLUMNS)\b.*sql`/, stores).filter(
        (line) => !/^server\/(?:customers\/pairs|desk\/store)\.ts/.test(line),
      ),
    ).toEqual([]);
  });

  it('has no TODO', () => {
    expect(matching(/\b(TODO|FIXME|XXX|HACK)\b/, others)).toEqual([]);
  });

  it('has no money in a number', () => {
    const money = others.filter((file) => /^(core|server)\//.test(file) && !isTest(file));
    expect(matching(/\b(parseFloat|Number\.parseFloat)\(|Number\(\w*[aA]mount\w*\)/, money)).toEqual([]);
  });

  it('reads time and randomness only from arguments', () => {
    expect(
      matching(
        /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/,
        others.filter((file) => file.startsWith('core/') && !isTest(file)),
      ),
    ).toEqual([]);
  });
});
