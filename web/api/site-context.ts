import { createContext } from 'react-router';
import type { Transport } from '#contract/call.ts';
import type { SettingsOf } from '#contract/office-settings.ts';
import type { Locale, Localised } from '#core/locale.ts';
import type { NoticeKind } from '#core/public-notice.ts';

/** What the server hands to loaders and actions for one request. */
export interface SiteRequest {
  /** The API of the same process, called as the visitor who asked for the page. */
  readonly api: (locale: Locale) => Transport;
  readonly nonce: string;
  /** Origin customers see, without a trailing slash. */
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  /** Where the browser reports its errors; null: nowhere. */
  readonly sentryDsn: string | null;
  /** What browsers put before the paths of the API; null: it is at the root of the site. */
  readonly apiUrl: string | null;
  /** The service that browsers ask for their country; null: this one. */
  readonly countryUrl: string | null;
  /** Whether pages look at their cookies once a second (spec 9: off unless asked for). */
  readonly pollsCookies: boolean;
  /** Whether there are pages of crypto statistics. */
  readonly hasCryptoStats: boolean;
  /** What all visitors are told now, with what a browser that has put it away keeps. */
  readonly notice: {
    readonly key: string;
    readonly kind: NoticeKind;
    readonly text: Localised;
    readonly link: string | null;
    readonly dismissible: boolean;
  } | null;
  /** Version of what can be exchanged: the page compares it with what its stream says (`contract/following.ts`). */
  readonly availability: string;
  /** What the owner says of his shop. */
  readonly shop: {
    readonly name: Readonly<Record<Locale, string>>;
    readonly languages: readonly Locale[];
    readonly contacts: {
      readonly email: string | null;
      readonly phone: string | null;
      readonly telegram: string | null;
      readonly hours: Readonly<Record<Locale, string>>;
    };
    /** Who runs it; what is empty is not shown. */
    readonly entity: SettingsOf<'entity'>;
  };
  /** A fault while rendering: logged and reported. */
  readonly report: (error: unknown) => void;
  /** Lets this page send its forms to the acquirer at that origin, and to no other; false: there is none. */
  readonly sendFormsTo: (origin: string) => boolean;
  /** `Set-Cookie` by which the visitor's browser holds one more order: its key never reaches a script. */
  readonly holdOrder: (orderId: string) => string;
  /** What the API told the visitor's browser while this page was made: `Set-Cookie` and `Clear-Site-Data`, for the answer to bring along. */
  readonly told: () => readonly (readonly [name: string, value: string])[];
}

export const siteContext = createContext<SiteRequest>();
