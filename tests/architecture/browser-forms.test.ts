import { expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { filesBelow, textOf } from './files.ts';

const SOURCES = ['web', 'office', 'ui'].flatMap((folder) => filesBelow(folder, /(?<!\.test)\.tsx?$/));

test('no form submits to a call: its response would be a bare document (R75)', () => {
  const sent = SOURCES.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:action|formAction)=(?:"[^"]*"|\{[^}]*\})/g)].map(([attribute]) => `${file}: ${attribute}`),
  );
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.filter((one) => /\/api\/|urlOf/.test(one))).toEqual([]);
});

test('links lead to a call only where it responds with a file or a stream', () => {
  const kinds = new Map(ALL_ENDPOINTS.map(({ name, reply }) => [name, reply.kind]));
  const led = SOURCES.flatMap((file) => [...textOf(file).matchAll(/\burlOf\((\w+)/g)].map((match) => ({ file, name: match[1] ?? '' })));
  expect(led.length).toBeGreaterThan(5);
  expect(led.filter(({ name }) => !['file', 'stream'].includes(kinds.get(name) ?? 'none'))).toEqual([]);
  // Literal addresses: the same, and the API description for programs
  const files = ALL_ENDPOINTS.filter(({ reply }) => reply.kind === 'file').map(({ path }) =>
    RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  );
  const written = SOURCES.flatMap((file) =>
    [...textOf(file).matchAll(/\bhref=(?:"|\{['"`])([^"'`]*\/api\/[^"'`?]*)/g)].map((match) => ({ file, path: match[1] ?? '' })),
  );
  expect(
    written.filter(({ path }) => path !== '/api/openapi.json' && !files.some((one) => one.test(path.replaceAll(/\$\{[^}]*\}/g, 'x')))),
  ).toEqual([]);
});

test('a file field accepts what its rule accepts and reports other files at once (R75)', () => {
  const choosing = SOURCES.filter(
    (file) => /type="file"|<FileInput\b|<FileButton\b/.test(textOf(file)) && !/^(?:ui|office\/form)\//.test(file),
  );
  expect(choosing.length).toBeGreaterThan(6);
  const without = choosing.filter(
    (file) => !/\baccept=\{[^}]*\bacceptOf\(/.test(textOf(file)) || !/\b(?:fileRefusal|useChosenFile)\(/.test(textOf(file)),
  );
  expect(without).toEqual([]);
});

test('every call that takes a file may refuse an empty one and one too large', () => {
  const uploads = ALL_ENDPOINTS.filter(({ files }) => files !== undefined);
  expect(uploads.length).toBeGreaterThan(6);
  const refuses = (one: (typeof uploads)[number], code: string) => one.refusals.some((refusal) => refusal === code);
  expect(uploads.filter((one) => !refuses(one, 'invalid_file_type') || !refuses(one, 'file_too_large')).map(({ name }) => name)).toEqual(
    [],
  );
});
