import { expect, it } from 'vitest';
import { folderImports, foldersInCycles } from './folder-cycles.ts';

/** Folders without screens; each imports only those before it. */
const KIT = ['i18n', 'format', 'keyboard', 'api', 'components', 'editing', 'form', 'lists'];
/** The frame around the screens: no screen imports it. */
const FRAME = 'shell';

const imports = folderImports('office');

it('folders below the screens import only folders before them', () => {
  const wrong = imports.filter(({ from, to }) => KIT.includes(from) && (!KIT.includes(to) || KIT.indexOf(to) > KIT.indexOf(from)));
  expect(wrong.map(({ line }) => line)).toEqual([]);
});

it('no screen imports the frame', () => {
  expect(imports.filter(({ to }) => to === FRAME).map(({ line }) => line)).toEqual([]);
});

it('no folder of the office imports itself through others', () => {
  expect(foldersInCycles('office')).toEqual([]);
});
