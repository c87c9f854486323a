import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, textOf } from './files.ts';

const CODE = /\.(ts|tsx|mjs)$/;
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');

/** Layers that a layer may import (architecture 1), and npm packages by pattern; undefined: any package. */
const LAYERS: Readonly<Record<string, { readonly layers: readonly string[]; readonly packages?: RegExp }>> = {
  core: { layers: [], packages: /^$/ },
  contract: { layers: ['core'], packages: /^zod(\/|$)/ },
  client: { layers: ['core', 'contract'], packages: /^$/ },
  server: { layers: ['core', 'contract', 'locales'] },
  ui: {
    layers: ['core'],
    packages:
      /^(?:(?:react|react-dom|@base-ui|@fontsource|@sentry\/browser|qr|d3-scale|d3-shape)(?:\/|-|$)|subset-font$|node:(?:fs|module|path)\b)/,
  },
  web: {
    layers: ['core', 'contract', 'ui', 'locales'],
    packages: /^(?!pg|fastify|node:(?!stream|fs|path|zlib|util|crypto|worker)|nodemailer|viem)/,
  },
  office: { layers: ['core', 'contract', 'ui', 'locales'], packages: /^(?!pg|fastify|nodemailer|viem)/ },
  locales: { layers: ['core'], packages: /^node:/ },
};

const layerOf = (specifier: string): string | undefined => /^#(\w+)\//.exec(specifier)?.[1];

const forbiddenImports = (layer: string): string[] =>
  filesBelow(layer, CODE)
    .filter((file) => !isTest(file))
    .flatMap(importsOf)
    .filter(({ specifier }) => {
      const allowed = LAYERS[layer];
      const imported = layerOf(specifier);
      if (imported !== undefined) return imported !== layer && allowed?.layers.includes(imported) !== true;
      if (specifier.startsWith('.') || specifier.startsWith('#')) return false;
      return allowed?.packages?.test(specifier) === false;
    })
    .map(({ file, specifier }) => `${file} imports ${specifier}`);

describe('layers', () => {
  it.each(Object.keys(LAYERS))('%s imports only the layers and packages it may', (layer) => {
    expect(forbiddenImports(layer)).toEqual([]);
  });
});

describe('imports', () => {
  const imports = ['core', 'contract', 'client', 'server', 'ui', 'web', 'office', 'locales', 'tests', 'scripts']
    .flatMap((layer) => filesBelow(layer, CODE))
    .flatMap(importsOf);
  const bad = (wrong: (specifier: string) => boolean) =>
    imports.filter(({ specifier }) => wrong(specifier)).map(({ file, specifier }) => `${file}: ${specifier}`);

  it('never use a parent folder', () => {
    expect(bad((specifier) => specifier.startsWith('..')).filter((line) => !line.startsWith('scripts/'))).toEqual([]);
  });

  it('name the file with its extension', () => {
    expect(bad((specifier) => /^[.#]/.test(specifier) && path.extname(specifier) === '' && !specifier.includes('+types'))).toEqual([]);
  });

  it('of the product never name a test file', () => {
    expect(imports.filter(({ file, specifier }) => specifier.startsWith('#tests/') && !isTest(file)).map(({ file }) => file)).toEqual([]);
  });
});

/** Left to right: each ring imports only those before it (architecture 1). */
const RINGS = ['platform', 'adapters', 'modules', 'top'] as const;
const TOP = /^server\/(main(?:-sandbox)?|assemble[a-z-]*|modules|registries|config\/[a-z-]+)\.ts$/;

function ringOf(place: string): number {
  if (TOP.test(place)) return RINGS.indexOf('top');
  if (place.startsWith('server/platform/')) return RINGS.indexOf('platform');
  if (place.startsWith('server/adapters/')) return RINGS.indexOf('adapters');
  return RINGS.indexOf('modules');
}

/** Types only: ports of use cases, and the type of a module. Modules import them. */
const TYPES = ['server/deps.ts', 'server/module.ts'];

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#server/')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)) : undefined;
}

const serverImports = filesBelow('server', /\.ts$/)
  .filter((file) => !isTest(file))
  .flatMap(importsOf)
  .flatMap(({ file, specifier }) => {
    const to = targetOf(file, specifier);
    return to === undefined ? [] : [{ file, to }];
  });

/** Ports, and the file that lists those in `Deps`. */
const PORTS = /\/port\.ts$|^server\/adapters\/deps\.ts$/;

describe('rings of the server', () => {
  it('import only rings to their left', () => {
    const wrong = serverImports.filter(
      ({ file, to }) => !TYPES.includes(file) && ringOf(to) > ringOf(file) && !(TYPES.includes(to) && ringOf(file) > 1),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('modules use ports of adapters, never an adapter', () => {
    const wrong = serverImports.filter(
      ({ file, to }) => ringOf(file) === 2 && !TYPES.includes(file) && to.startsWith('server/adapters/') && !PORTS.test(to),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it("modules never import another module's store", () => {
    const folder = (place: string) => place.split('/')[1];
    const isStore = (place: string) => /\/(?:[a-z-]+-)?store\.ts$/.test(place);
    const wrong = serverImports.filter(
      ({ file, to }) => ringOf(file) === 2 && ringOf(to) === 2 && isStore(to) && folder(file) !== folder(to),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('adapters of one kind import none of another kind', () => {
    const kind = (place: string) => place.split('/')[2];
    const wrong = serverImports.filter(
      ({ file, to }) => ringOf(file) === 1 && ringOf(to) === 1 && kind(file) !== kind(to) && !to.endsWith('/port.ts'),
    );
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });
});

/** Lines that contain a word, also as part of a name (`orderToken`, `payout_key`). */
const linesWith = (folder: string, word: RegExp, allowed: readonly RegExp[]): string[] =>
  filesBelow(folder, /\.ts$/)
    .filter((file) => !isTest(file))
    .flatMap((file) => [file, ...textOf(file).split('\n')].map((line, number) => ({ file, number, line })))
    .filter(({ line }) => {
      const plain = allowed.reduce((text, phrase) => text.replaceAll(phrase, ''), line);
      return word.test(plain.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_/-]/g, ' '));
    })
    .map(({ file, number, line }) => `${file}:${number} ${line.trim()}`);

describe('vocabulary', () => {
  it('the platform names nothing of the business', () => {
    const business = /\b(order|payout|deposit|reserve|quote|slot|customer|cheque|requisite|withdrawal|refund|reward)s?\b/i;
    // SQL's own words, the mark before a text, a member of the limiter's library
    expect(linesWith('server/platform', business, [/\b(?:order by|in order|byte-order)\b/gi, /\.reward\(/g])).toEqual([]);
  });

  it('the core names nothing of HTTP', () => {
    const wire = /\b(https?|header|cookie|endpoint|pointer|retry after|query string|status code|json:api|(?:method|media type) not)s?\b/i;
    // What a link in a text may begin with
    expect(linesWith('core', wire, [/\^https\?:/g])).toEqual([]);
  });
});
