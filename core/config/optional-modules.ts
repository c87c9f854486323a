import type { OfficeAction } from '#core/access/access.ts';

interface OptionalModule {
  /** Actions of the office that exist for this module alone. */
  readonly actions: readonly OfficeAction[];
  /** Its pages, by path without language prefix; null: none. */
  readonly pages: RegExp | null;
  /** Those of its pages that other pages link to. */
  readonly links: readonly string[];
}

/** Modules of the server that no other module depends on; `MODULES_OFF` switches them off. */
export const OPTIONAL_MODULES = {
  chat: { actions: ['read_chat', 'answer_chat'], pages: /^\/support$/, links: ['/support'] },
  'content-editor': { actions: ['read_content', 'change_content', 'publish_content'], pages: null, links: [] },
  'crypto-stats': { actions: [], pages: /^\/crypto(?:\/|$)/, links: ['/crypto'] },
  partners: {
    actions: ['read_partners', 'change_partners'],
    pages: /^\/(?:developers|account\/earnings\/api(?:\/.*)?)$/,
    links: ['/developers', '/account/earnings/api'],
  },
  push: { actions: [], pages: null, links: [] },
  reviews: { actions: ['read_reviews', 'moderate_reviews'], pages: /^\/(?:reviews|order\/[^/]+\/review)$/, links: ['/reviews'] },
  telegram: { actions: [], pages: null, links: [] },
  widget: { actions: [], pages: /^\/developers\/widget$/, links: ['/developers/widget'] },
} as const satisfies Readonly<Record<string, OptionalModule>>;

export type OptionalModuleName = keyof typeof OPTIONAL_MODULES;

export const OPTIONAL_MODULE_NAMES = Object.keys(OPTIONAL_MODULES) as [OptionalModuleName, ...OptionalModuleName[]];

const rulesOf = (names: readonly string[]): readonly OptionalModule[] =>
  OPTIONAL_MODULE_NAMES.filter((name) => names.includes(name)).map((name) => OPTIONAL_MODULES[name]);

/** Whether a page exists while these modules are off; `path` has no language prefix. */
export const isPageOn = (path: string, modulesOff: readonly string[]): boolean =>
  !rulesOf(modulesOff).some(({ pages }) => pages?.test(path) === true);

/** Paths of pages that are not linked while these modules are off. */
export const linksOff = (modulesOff: readonly string[]): string[] => rulesOf(modulesOff).flatMap(({ links }) => links);

/** Those of an operator's actions that exist while these modules are off. */
export const actionsOn = (actions: readonly OfficeAction[], modulesOff: readonly string[]): OfficeAction[] =>
  actions.filter((action) => !rulesOf(modulesOff).some((rule) => rule.actions.includes(action)));
