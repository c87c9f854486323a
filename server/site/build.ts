import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { RouterContext, ServerBuild } from 'react-router';
import type { SettingsOf } from '#contract/office/shop/settings.ts';

/** What the server gives to pages' loaders. Same shape as `SiteRequest` in `web/api/site-context.ts`, which `server` cannot import. */
export interface PageRequest {
  readonly api: (locale: 'ru' | 'en') => PageTransport;
  readonly nonce: string;
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  readonly sentryDsn: string | null;
  /** Prefix of API paths in browsers; null: none. */
  readonly apiUrl: string | null;
  /** Service that returns the country of a browser; null: this one. */
  readonly countryUrl: string | null;
  /** Whether pages poll their cookies once a second (spec 9: off by default). */
  readonly pollsCookies: boolean;
  readonly modulesOff: readonly string[];
  /** Version of the available directions. */
  readonly availability: string;
  /** The current notice to all visitors; `key` is stored by a browser that dismissed it. */
  readonly notice: {
    readonly key: string;
    readonly kind: 'info' | 'warning' | 'outage';
    readonly text: Readonly<Record<'ru' | 'en', string>>;
    readonly link: string | null;
    readonly dismissible: boolean;
  } | null;
  /** The owner's settings of the shop. */
  readonly shop: {
    readonly name: Readonly<Record<'ru' | 'en', string>>;
    readonly languages: readonly ('ru' | 'en')[];
    readonly contacts: {
      readonly email: string | null;
      readonly phone: string | null;
      readonly telegram: string | null;
      readonly hours: Readonly<Record<'ru' | 'en', string>>;
    };
    /** The operating legal entity. */
    readonly entity: SettingsOf<'entity'>;
  };
  readonly report: (error: unknown) => void;
  /** Allows this page to submit forms to the acquirer at that origin; false: no acquirer has it. */
  readonly allowFormsTo: (origin: string) => boolean;
  /** `Set-Cookie` that gives the visitor's browser access to an order. */
  readonly orderCookie: (orderId: string) => string;
  /** Headers of API responses that belong to the visitor's browser: `Set-Cookie` and `Clear-Site-Data`. */
  readonly browserHeaders: () => readonly (readonly [name: string, value: string])[];
}

/** In-process transport of `contract/call.ts`. */
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
  /** The style sheet inlined in every page. */
  readonly sheet: string;
  readonly pageContext: RouterContext<PageRequest>;
  /** Sets the shop's names for the pages' messages. */
  readonly setBrandNames: (names: Readonly<Record<'ru' | 'en', string>>) => void;
}

/** The built pages, or their current sources in development. */
export interface PageSource {
  readonly mode: 'production' | 'development';
  current(): Promise<SiteBuild>;
}

interface BuiltModule extends ServerBuild {
  readonly entry: ServerBuild['entry'] & {
    readonly module: {
      readonly siteContext?: RouterContext<PageRequest>;
      readonly sheet?: string;
      readonly setBrandNames?: SiteBuild['setBrandNames'];
    };
  };
}

/** Reads a server build's module, built or loaded from sources. */
export function readBuild(module: unknown): SiteBuild {
  const built = module as BuiltModule;
  const { siteContext: pageContext, sheet = '', setBrandNames = () => undefined } = built.entry.module;
  if (pageContext === undefined) throw new Error('the built site does not export its request context');
  return { server: built, sheet, pageContext, setBrandNames };
}

/** Loads the built site from a folder; throws when there is no build. */
export async function loadSite(buildFolder: string): Promise<SiteBuild> {
  const file = `${buildFolder}/server/index.js`;
  if (!existsSync(file)) throw new Error(`the site is not built: ${file} is missing`);
  return readBuild(await import(pathToFileURL(file).href));
}
