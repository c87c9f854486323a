import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { subsetFonts } from './ui/fonts/subset-fonts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Few files: a page fetches the frame that all pages share, and its own part. Dialogs and the like stay apart, fetched when they are wanted. */
const CHUNKS = [
  { name: 'frame', test: /rolldown\/runtime|vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler|react-router)\//, priority: 6 },
  {
    name: 'shop',
    test: /\/web\/(?:i18n|shell|api|head|error-reporting|root)|\/ui\/(?!chart\/)|\/core\/(?:format\/(?!market)|money|locale|order\/(?:status|estimate)|payment-system\/payment-system|cheque|mark|requisites\/(?:address-shape|payment-uri))|\/contract\/fetch-transport/,
    priority: 5,
  },
  { name: 'wire', test: /\/node_modules\/zod\/|\/contract\/(?!rate-history|crypto-stats)|\/core\/slots\//, priority: 4 },
  {
    name: 'exchange',
    test: /\/web\/exchange\/(?!SystemDialog|matches|list-systems|ask|read-break|check|question|country-rules|RateQuestion)/,
    priority: 3,
  },
  { name: 'order', test: /\/web\/order\/(?!QrCode|wire)/, priority: 2 },
  {
    name: 'asking',
    test: /\/web\/exchange\/(?:list-systems|ask|read-break|check|question|country-rules|RateQuestion)|\/web\/captcha\/(?:prove|recaptcha)|\/core\/(?:requisites|countries)/,
    priority: 1,
  },
];

/** What a page starts with: it is there before anything comes later. */
const FIRST = /\/(?:rolldown-runtime|frame|shop|exchange|order)-[^/]*$/;

/** Around an `import()` of a browser stands our own code, which can ask for a file again that did not come. */
const lateParts: Plugin = {
  name: 'late-parts',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? here('web/shell/late-parts.ts') : undefined),
};

export default defineConfig({
  resolve: { alias: { '@fonts': await subsetFonts(here('node_modules/.cache/fonts')) } },
  plugins: [lateParts, tailwindcss(), reactRouter()],
  publicDir: false,
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !FIRST.test(file)) },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  server: { host: '127.0.0.1' },
});
