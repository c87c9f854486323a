import { createContext } from 'react-router';
import type { Transport } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';

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
  /** The service that browsers ask for their country; null: this one. */
  readonly countryUrl: string | null;
  /** Whether there are pages of crypto statistics. */
  readonly hasCryptoStats: boolean;
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
  };
  /** A fault while rendering: logged and reported. */
  readonly report: (error: unknown) => void;
  /** Lets this page send its forms to one other origin, and to no other. */
  readonly sendFormsTo: (origin: string) => void;
  /** `Set-Cookie` by which the visitor's browser holds one more order: its key never reaches a script. */
  readonly holdOrder: (orderId: string) => string;
  /** What the API told the visitor's browser while this page was made: `Set-Cookie` and `Clear-Site-Data`, for the answer to bring along. */
  readonly told: () => readonly (readonly [name: string, value: string])[];
}

export const siteContext = createContext<SiteRequest>();
