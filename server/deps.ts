import type { Locale } from '#core/locale.ts';
import type { AdapterDeps } from './adapters/deps.ts';
import type { HasCaptcha } from './captcha/captcha.ts';
import type { HasChanges } from './changes/changeable.ts';
import type { HasContent } from './content/content.ts';
import type { HasCountries } from './countries/countries.ts';
import type { HasLimits } from './limits/limits.ts';
import type { OrderDeps } from './orders/deps.ts';
import type { HasCatalogue } from './payment-systems/catalogue.ts';
import type { HasPayoutSubjects } from './payouts/subject.ts';
import type { PlatformDeps } from './platform/deps.ts';
import type { HasNotices } from './public-notice/notices.ts';
import type { HasQuotes } from './rates/quotes.ts';
import type { HasSandbox } from './sandbox/port.ts';
import type { HasShop } from './shop/shop.ts';
import type { HasSwitches } from './switches/switches.ts';

/**
 * Dependencies of use cases, declared by their modules and built once in `assemble.ts`. Each use case names its part:
 * `(deps: Pick<Deps, 'clock' | 'secrets'>, tx, input)`.
 */
export interface Deps
  extends PlatformDeps,
    AdapterDeps,
    HasCaptcha,
    HasCatalogue,
    HasChanges,
    HasContent,
    HasCountries,
    HasLimits,
    HasNotices,
    HasPayoutSubjects,
    HasQuotes,
    HasSandbox,
    HasShop,
    HasSwitches,
    OrderDeps<Deps> {
  /** Localised text: `t('ru', 'mail.order_created.subject', {…})`. */
  readonly t: Translate;
  readonly settings: Settings;
}

export type Translate = (locale: Locale, key: string, params?: Readonly<Record<string, string | number>>) => string;

export interface Settings {
  /** Public origin, without a trailing slash. */
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  readonly rateLimits: 'on' | 'off';
  /** Support address in every e-mail; null: none. */
  readonly supportEmail: string | null;
  /** Hosts (with port) allowed for webhooks without the address check, in a demonstration; empty in production. */
  readonly webhookHosts?: readonly string[];
  /** Names from `core/config/optional-modules.ts`. */
  readonly modulesOff?: readonly string[];
}
