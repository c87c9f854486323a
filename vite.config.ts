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
    test: /\/web\/(?:i18n|form\/(?:CheckedForm|rules|preserved-input)|loading\/(?!use-polling)|layout\/(?:FailurePage|back-steps|use-back-closes)|shell\/(?!NoticeBar|Footer|footer-links|Menu|menu-places)|api\/(?!upload|user|use-action|order-key)|head|root)|\/ui\/(?!chart\/|QrCode|SelectField|TextArea|RatingField|Stars|Slip|use-copy|reports\/send|live\/)|\/core\/(?:link\/pair-path|format\/amount|money\/(?:amount|tidy-amount)|locale|payment-system\/payment-system|brand\/mark)|\/contract\/fetch-transport/,
    priority: 5,
  },
  // Of orders, wherever they are drawn; what is said over the wire needs it too, and would else take it along
  {
    name: 'slip',
    test: /\/web\/catalogue\/refund-terms-text|\/core\/(?:order\/(?:status|estimate|ending)|format\/(?:rate|moment)|money\/fraction|file\/cheque|result\.)/,
    priority: 5,
  },
  // Stands on pages of orders and on others, never on the exchange page; in the file of orders it would bring that along
  {
    name: 'paper',
    test: /\/ui\/(?:Slip|use-copy)|\/web\/layout\/CopyableValue|\/core\/(?:file\/(?:chosen-file|file-limits)|security\/password-shape)/,
    priority: 5,
  },
  // Addresses and telephones are read where they are typed, and by the checks of an exchange
  {
    name: 'contacts',
    test: /\/web\/form\/contact-rules|\/core\/(?:account\/profile|requisites\/(?:digits|email|full-name|phone))\.ts/,
    priority: 5,
  },
  // Forms that are no exchange prove that a person sends them, and charts stand on pages of coins too
  { name: 'proof', test: /\/web\/captcha\/(?:prove|recaptcha|proof)/, priority: 3 },
  { name: 'chart-place', test: /\/web\/history\/LazyChart/, priority: 5 },
  { name: 'wire', test: /\/node_modules\/zod\/|\/contract\/(?!public\/(?:rate-history|crypto-stats))|\/core\/slots\//, priority: 4 },
  {
    name: 'exchange',
    test: /\/web\/(?:catalogue\/(?:systems|SystemPicker)|requisites\/saved-wallets|exchange\/(?!NoPair|Announcement|ReserveRequestLink|ClosedPage|Conditions|RateHistorySection|SavedRequisites|BreakdownRows|BreakNotice|CountryNotice|OpenOrders|address-shapes|fetch|read-break|check|question|country-rules|RateQuestion))/,
    priority: 3,
  },
  // What stands around the form: drawn by the server, alive after it
  {
    name: 'beside',
    test: /\/web\/(?:board\/(?!late|load)|pairs\/LazyPairFacts|exchange\/(?:NoPair|Announcement|ReserveRequestLink|ClosedPage|Conditions|RateHistorySection|BreakdownRows|BreakNotice|CountryNotice|OpenOrders))/,
    priority: 2,
  },
  {
    name: 'order',
    test: /\/web\/order\/(?!calls|AskReview|RefundForm|RequisiteInputs|DestinationForm|use-destination-key|states\/(?:Requote|TopUp))|\/web\/form\/use-preserved-texts/,
    priority: 2,
  },
  {
    name: 'asking',
    test: /\/web\/(?:catalogue\/(?:list-systems|apply-pair-changes)|requisites\/(?:check|fetch)|exchange\/(?:fetch|read-break|check|question|country-rules|RateQuestion))|\/core\/(?:requisites|country\/countries)/,
    priority: 1,
  },
];

/** What a page starts with: it is there before anything comes later. */
const FIRST = /\/(?:rolldown-runtime|frame|shop|exchange|order)-[^/]*$/;

/** Around an `import()` of a browser stands our own code, which can ask for a file again that did not come. */
const lateParts: Plugin = {
  name: 'late-parts',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? here('web/loading/late-parts.ts') : undefined),
};

/**
 * Parts of the router that no page of ours can reach, and that its modules bring along all the same: hooks for tracing, the discovery of
 * routes (all are named at once, `react-router.config.ts`), the page that stands in for a root without one. A name that a later release
 * wants from them and does not find here stops the build.
 */
const UNREACHED: Readonly<Record<string, string>> = {
  'router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined;`,
  'dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => undefined;
    export const getManifestPath = undefined, getPathsWithAncestors = undefined, handleClientVersionMismatch = undefined;`,
  'dom/ssr/fallback.js': 'export const RemixRootDefaultHydrateFallback = () => null;',
};

/**
 * What single modules of the router take from others and never use here: links are not fetched ahead by it, style sheets stand in the page,
 * its own scripts are ours (`web/loading/page-start.ts`). By the module that asks: what it gets instead; the rest it gets as it is.
 */
const UNUSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'dom/lib.js': {
    './ssr/components.js': `
      export const PrefetchPageLinks = () => null;
      export const usePrefetchBehavior = () => [false, null, {}];
      export const mergeRefs = (first) => first;`,
  },
  'dom/ssr/errorBoundaries.js': { './components.js': 'export const Scripts = () => null;' },
  'dom/ssr/routes.js': { './links.js': 'export const prefetchRouteCss = async () => {}, prefetchStyleLinks = prefetchRouteCss;' },
};

/** An assertion of the router, and a fault of its own, with what they say to whoever writes a program with it. */
const ASSERTION = /(\binvariant\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?), (?:`[^`]*`|"[^"]*")\)/g;
const FAULT = /\bnew Error\((?:`[^`]*`|"[^"]*")\)/g;
const ROUTER = /\/react-router\/dist\/production\/lib\/(.+\.js)$/;

const unreached: Plugin = {
  name: 'unreached',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(asked, importer, options) {
    const file = ROUTER.exec(importer ?? '')?.[1];
    if (file === undefined || UNUSED[file]?.[asked] === undefined) return undefined;
    const found = await this.resolve(asked, importer, { ...options, skipSelf: true });
    return found === null ? undefined : `\0${file}>${asked}>${found.id}`;
  },
  // A name for the developer's tool is an effect: with it a component stays that nothing uses
  transform: (code, id) =>
    ROUTER.test(id)
      ? code
          .replace(/^\w+\.displayName = ".+";$/gm, '')
          .replace(ASSERTION, '$1)')
          .replace(FAULT, 'new Error()')
      : undefined,
  load(id) {
    if (id.startsWith('\0') && id.includes('>')) {
      const [file = '', asked = '', found = ''] = id.slice(1).split('>');
      return `export * from ${JSON.stringify(found)};${UNUSED[file]?.[asked] ?? ''}`;
    }
    const file = ROUTER.exec(id)?.[1];
    return file === undefined ? undefined : UNREACHED[file];
  },
};

export default defineConfig({
  resolve: { alias: { '@fonts': await subsetFonts(here('node_modules/.cache/fonts')) } },
  plugins: [lateParts, unreached, tailwindcss(), reactRouter()],
  publicDir: false,
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !FIRST.test(file)) },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
  server: { host: '127.0.0.1' },
});
