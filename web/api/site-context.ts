import { createContext } from 'react-router';
import type { Transport } from '#contract/call.ts';
import type { SettingsOf } from '#contract/office/shop/settings.ts';
import type { Locale, Localised } from '#core/locale.ts';
import type { NoticeKind } from '#core/notices/public-notice.ts';

/** What the server hands to loaders and actions for one request. */
export interface SiteRequest {
  /** The API of the same process, called on behalf of the visitor who requests the page. */
  readonly api: (locale: Locale) => Transport;
  readonly nonce: string;
  /** Origin customers see, without a trailing slash. */
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  /** Address to which the browser reports errors; null: errors are not reported. */
  readonly sentryDsn: string | null;
  /** Prefix of API paths in browsers; null: the site's own origin. */
  readonly apiUrl: string | null;
  /** URL at which browsers look up their country; null: this server. */
  readonly countryUrl: string | null;
  /** Whether pages poll their cookies once a second (spec 9: off by default). */
  readonly pollsCookies: boolean;
  /** Optional modules that are off (`core/config/optional-modules.ts`). */
  readonly modulesOff: readonly string[];
  /** The notice for all visitors; `key` is stored by a browser that dismissed it. */
  readonly notice: {
    readonly key: string;
    readonly kind: NoticeKind;
    readonly text: Localised;
    readonly link: string | null;
    readonly dismissible: boolean;
  } | null;
  /** Version of the available directions: the page compares it with that of its stream (`contract/public/following.ts`). */
  readonly availability: string;
  /** Settings of the owner about the service. */
  readonly shop: {
    readonly name: Readonly<Record<Locale, string>>;
    readonly languages: readonly Locale[];
    readonly contacts: {
      readonly email: string | null;
      readonly phone: string | null;
      readonly telegram: string | null;
      readonly hours: Readonly<Record<Locale, string>>;
    };
    /** The legal entity; empty fields are not shown. */
    readonly entity: SettingsOf<'entity'>;
  };
  /** A fault while rendering: logged and reported. */
  readonly report: (error: unknown) => void;
  /** Allows this page (by its policy) to submit forms to the acquirer at `origin` only; false: no acquirer has that origin. */
  readonly allowFormsTo: (origin: string) => boolean;
  /** `Set-Cookie` that gives the browser access to one more order; scripts never see its key. */
  readonly orderCookie: (orderId: string) => string;
  /** Headers for the browser from the API calls of this page: `Set-Cookie` and `Clear-Site-Data`, to be copied to the response. */
  readonly browserHeaders: () => readonly (readonly [name: string, value: string])[];
}

export const siteContext = createContext<SiteRequest>();
