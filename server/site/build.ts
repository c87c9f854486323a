import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { RouterContext, ServerBuild } from 'react-router';
import type { SettingsOf } from '#contract/office-settings.ts';

/** What a page's loaders get from the server; the shape is the web room's `SiteRequest`, which `server` does not import. */
export interface PageRequest {
  readonly api: (locale: 'ru' | 'en') => PageTransport;
  readonly nonce: string;
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  readonly sentryDsn: string | null;
  /** What browsers put before the paths of the API; null: it is at the root of the site. */
  readonly apiUrl: string | null;
  /** The service that browsers ask for their country; null: this one. */
  readonly countryUrl: string | null;
  /** Whether pages look at their cookies once a second (spec 9: off unless asked for). */
  readonly pollsCookies: boolean;
  /** Whether there are pages of crypto statistics. */
  readonly hasCryptoStats: boolean;
  /** Version of what can be exchanged. */
  readonly availability: string;
  /** What all visitors are told now, with what a browser that has put it away keeps. */
  readonly notice: {
    readonly key: string;
    readonly kind: 'info' | 'warning' | 'outage';
    readonly text: Readonly<Record<'ru' | 'en', string>>;
    readonly link: string | null;
    readonly dismissible: boolean;
  } | null;
  /** What the owner says of his shop. */
  readonly shop: {
    readonly name: Readonly<Record<'ru' | 'en', string>>;
    readonly languages: readonly ('ru' | 'en')[];
    readonly contacts: {
      readonly email: string | null;
      readonly phone: string | null;
      readonly telegram: string | null;
      readonly hours: Readonly<Record<'ru' | 'en', string>>;
    };
    /** Who runs it. */
    readonly entity: SettingsOf<'entity'>;
  };
  readonly report: (error: unknown) => void;
  /** Lets this page send its forms to the acquirer at that origin, and to no other; false: there is none. */
  readonly sendFormsTo: (origin: string) => boolean;
  /** `Set-Cookie` by which the visitor's browser holds one more order. */
  readonly holdOrder: (orderId: string) => string;
  /** What the API told the visitor's browser while this page was made: `Set-Cookie` and `Clear-Site-Data`, for the answer to bring along. */
  readonly told: () => readonly (readonly [name: string, value: string])[];
}

/** A transport of `contract/call.ts` that stays in this process. */
export interface PageTransport {
  readonly locale: string;
  send(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }): Promise<{ readonly status: number; readonly header: (name: string) => string | undefined; readonly text: string }>;
}

export interface SiteBuild {
  readonly server: ServerBuild;
  /** The style sheet that stands in every page. */
  readonly sheet: string;
  readonly pageContext: RouterContext<PageRequest>;
  /** Tells the pages' words what the shop is called. */
  readonly nameShop: (names: Readonly<Record<'ru' | 'en', string>>) => void;
}

/** Where pages come from: the one build, or the sources as they are now. */
export interface PageSource {
  readonly mode: 'production' | 'development';
  current(): Promise<SiteBuild>;
}

interface BuiltModule extends ServerBuild {
  readonly entry: ServerBuild['entry'] & {
    readonly module: {
      readonly siteContext?: RouterContext<PageRequest>;
      readonly sheet?: string;
      readonly nameShop?: SiteBuild['nameShop'];
    };
  };
}

/** What a module of pages gives us, whether built or loaded from sources. */
export function readBuild(module: unknown): SiteBuild {
  const built = module as BuiltModule;
  const { siteContext: pageContext, sheet = '', nameShop = () => undefined } = built.entry.module;
  if (pageContext === undefined) throw new Error('the built site does not export its request context');
  return { server: built, sheet, pageContext, nameShop };
}

/** Loads the built site from its folder; throws when it was not built. */
export async function loadSite(buildFolder: string): Promise<SiteBuild> {
  const file = `${buildFolder}/server/index.js`;
  if (!existsSync(file)) throw new Error(`the site is not built: ${file} is missing`);
  return readBuild(await import(pathToFileURL(file).href));
}
