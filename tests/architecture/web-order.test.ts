import { expect, it } from 'vitest';
import { folderImports, foldersInCycles } from './folder-cycles.ts';

/** Folders without screens; each imports only those before it. */
const KIT = [
  'icons', // pictures with fixed addresses
  'i18n', // locale and messages
  'api', // transports, the session and the context of a request
  'live', // the stream of changes
  'head', // metadata of pages, robots, sitemap
  'loading', // parts that load after the page
  'layout', // page building blocks
  'form', // checked forms, preserved input
  'captcha',
  'catalogue', // payment systems and pairs
  'requisites', // their fields, saved wallets
  'step-up', // proof of identity for critical calls
];

/** The frame around all pages: only the root imports it. */
const FRAME = 'shell';

/** Screens by area, and what they import of other areas. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  account: [],
  board: ['history'],
  business: [],
  'card-verification': [],
  chat: [],
  content: [],
  crypto: ['history'],
  developers: [],
  earnings: [],
  exchange: ['board', 'history', 'order', 'pairs'],
  handover: [],
  history: [],
  notices: [],
  order: ['card-verification', 'handover', 'notices'],
  'order-repeat': ['exchange', 'order'],
  'own-orders': ['order'],
  pairs: ['board', 'reviews'],
  'reserve-request': [],
  reviews: [],
  security: [],
  settings: ['notices'],
  'sign-in': ['account'],
  widget: ['exchange'],
  withdrawals: ['order', 'own-orders'],
  worker: [],
};

const imports = folderImports('web').filter(({ from }) => from !== 'routes');

it('every folder has a place in the order', () => {
  const known = new Set([...KIT, FRAME, ...Object.keys(FEATURES)]);
  expect([...new Set(imports.flatMap(({ from, to }) => [from, to]))].filter((folder) => !known.has(folder))).toEqual([]);
});

it('a folder without screens imports only folders before it', () => {
  const wrong = imports.filter(({ from, to }) => KIT.includes(from) && (!KIT.includes(to) || KIT.indexOf(to) > KIT.indexOf(from)));
  expect(wrong.map(({ line }) => line)).toEqual([]);
});

it('an area imports other areas only as declared', () => {
  const wrong = imports.filter(({ from, to }) => FEATURES[from] !== undefined && !KIT.includes(to) && !FEATURES[from].includes(to));
  expect(wrong.map(({ line }) => line)).toEqual([]);
  const used = new Set(imports.map(({ from, to }) => `${from} ${to}`));
  const unused = Object.entries(FEATURES).flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`).filter((edge) => !used.has(edge)));
  expect(unused).toEqual([]);
});

it('the frame imports no area, and only the root imports the frame', () => {
  expect(imports.filter(({ from, to }) => to === FRAME || (from === FRAME && !KIT.includes(to))).map(({ line }) => line)).toEqual([]);
});

it('no folder of the customer app imports itself through others', () => {
  expect(foldersInCycles('web')).toEqual([]);
});
