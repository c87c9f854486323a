import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, textOf } from './files.ts';

const CODE = /\.(ts|tsx|mjs)$/;
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');

/** Which room may import which (architecture 1). `packages`: npm packages by pattern; undefined: any. */
const ROOMS: Readonly<Record<string, { readonly rooms: readonly string[]; readonly packages?: RegExp }>> = {
  core: { rooms: [], packages: /^$/ },
  contract: { rooms: ['core'], packages: /^zod(\/|$)/ },
  client: { rooms: ['core', 'contract'], packages: /^$/ },
  server: { rooms: ['core', 'contract', 'locales'] },
  ui: {
    rooms: ['core'],
    packages:
      /^(?:(?:react|react-dom|@base-ui|@fontsource|@sentry\/react|qr|d3-scale|d3-shape)(?:\/|-|$)|subset-font$|node:(?:fs|module|path)\b)/,
  },
  web: {
    rooms: ['core', 'contract', 'ui', 'locales'],
    packages: /^(?!pg|fastify|node:(?!stream|fs|path|zlib|util|crypto|worker)|nodemailer|viem)/,
  },
  office: { rooms: ['core', 'contract', 'ui', 'locales'], packages: /^(?!pg|fastify|nodemailer|viem)/ },
  locales: { rooms: ['core'], packages: /^node:/ },
};

/** The one picture that the server draws too is plain data in `core`; nothing else crosses. */
const roomOf = (specifier: string): string | undefined => /^#(\w+)\//.exec(specifier)?.[1];

const forbidden = (room: string): string[] =>
  filesBelow(room, CODE)
    .filter((file) => !isTest(file))
    .flatMap(importsOf)
    .filter(({ specifier }) => {
      const wall = ROOMS[room];
      const to = roomOf(specifier);
      if (to !== undefined) return to !== room && wall?.rooms.includes(to) !== true;
      if (specifier.startsWith('.') || specifier.startsWith('#')) return false;
      return wall?.packages?.test(specifier) === false;
    })
    .map(({ file, specifier }) => `${file} imports ${specifier}`);

describe('rooms', () => {
  it.each(Object.keys(ROOMS))('%s imports only what its wall lets through', (room) => {
    expect(forbidden(room)).toEqual([]);
  });
});

describe('imports', () => {
  const lines = ['core', 'contract', 'client', 'server', 'ui', 'web', 'office', 'locales', 'tests', 'scripts']
    .flatMap((room) => filesBelow(room, CODE))
    .flatMap(importsOf);
  const bad = (wrong: (specifier: string) => boolean) =>
    lines.filter(({ specifier }) => wrong(specifier)).map(({ file, specifier }) => `${file}: ${specifier}`);

  it('never climb', () => {
    expect(bad((specifier) => specifier.startsWith('..')).filter((line) => !line.startsWith('scripts/'))).toEqual([]);
  });

  it('name the file with its extension', () => {
    expect(bad((specifier) => /^[.#]/.test(specifier) && path.extname(specifier) === '' && !specifier.includes('+types'))).toEqual([]);
  });

  it('never reach tests from the product', () => {
    expect(lines.filter(({ file, specifier }) => specifier.startsWith('#tests/') && !isTest(file)).map(({ file }) => file)).toEqual([]);
  });
});

/** Left to right: each ring imports only those before it (architecture 1). */
const RINGS = ['platform', 'adapters', 'features', 'top'] as const;
const TOP = /^server\/(main(?:-sandbox)?|assemble[a-z-]*|modules|registries|config\/[a-z-]+)\.ts$/;

function ringOf(place: string): number {
  if (TOP.test(place)) return RINGS.indexOf('top');
  if (place.startsWith('server/platform/')) return RINGS.indexOf('platform');
  if (place.startsWith('server/adapters/')) return RINGS.indexOf('adapters');
  return RINGS.indexOf('features');
}

/** Types only: ports of use cases, and the type of a module. Modules import them. */
const TYPES = ['server/deps.ts', 'server/module.ts'];

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#server/')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)) : undefined;
}

const serverLines = filesBelow('server', /\.ts$/)
  .filter((file) => !isTest(file))
  .flatMap(importsOf)
  .flatMap(({ file, specifier }) => {
    const to = targetOf(file, specifier);
    return to === undefined ? [] : [{ file, to }];
  });

/** The ports, and the list of those that `Deps` offers. */
const PORTS = /\/port\.ts$|^server\/adapters\/deps\.ts$/;

describe('rings of the server', () => {
  it('import only inwards', () => {
    const wrong = serverLines.filter(
      ({ file, to }) => !TYPES.includes(file) && ringOf(to) > ringOf(file) && !(TYPES.includes(to) && ringOf(file) > 1),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('features take adapters as ports', () => {
    const wrong = serverLines.filter(
      ({ file, to }) => ringOf(file) === 2 && !TYPES.includes(file) && to.startsWith('server/adapters/') && !PORTS.test(to),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it("features never touch another feature's store", () => {
    const folder = (place: string) => place.split('/')[1];
    const isStore = (place: string) => /\/(?:[a-z-]+-)?store\.ts$/.test(place);
    const wrong = serverLines.filter(
      ({ file, to }) => ringOf(file) === 2 && ringOf(to) === 2 && isStore(to) && folder(file) !== folder(to),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('adapters of one kind do not know those of another', () => {
    const kind = (place: string) => place.split('/')[2];
    const wrong = serverLines.filter(
      ({ file, to }) => ringOf(file) === 1 && ringOf(to) === 1 && kind(file) !== kind(to) && !to.endsWith('/port.ts'),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });
});

/** Lines of code, comments and strings that hold a word, also as a part of a longer name (`orderToken`, `payout_key`). */
const linesWith = (folder: string, word: RegExp, allowed: readonly RegExp[]): string[] =>
  filesBelow(folder, /\.ts$/)
    .filter((file) => !isTest(file))
    .flatMap((file) => [file, ...textOf(file).split('\n')].map((line, number) => ({ file, number, line })))
    .filter(({ line }) => {
      const plain = allowed.reduce((text, phrase) => text.replaceAll(phrase, ''), line);
      return word.test(plain.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_/-]/g, ' '));
    })
    .map(({ file, number, line }) => `${file}:${number} ${line.trim()}`);

describe('words', () => {
  it('the platform speaks none of the business', () => {
    const business = /\b(order|payout|deposit|reserve|quote|slot|customer|cheque|requisite|withdrawal|refund|reward)s?\b/i;
    // SQL's own words, the mark before a text, a member of the limiter's library
    expect(linesWith('server/platform', business, [/\b(?:order by|in order|byte-order)\b/gi, /\.reward\(/g])).toEqual([]);
  });

  it('the core speaks none of HTTP', () => {
    const wire = /\b(https?|header|cookie|endpoint|pointer|retry after|query string|status code|json:api|(?:method|media type) not)s?\b/i;
    // What a link in a text may begin with
    expect(linesWith('core', wire, [/\^https\?:/g])).toEqual([]);
  });
});
