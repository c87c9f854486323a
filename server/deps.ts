import type { Locale } from '#core/locale.ts';
import type { Captcha } from './captcha/captcha.ts';
import type { Countries } from './countries/countries.ts';
import type { Content } from './content/content.ts';
import type { Mailer } from './adapters/mail/port.ts';
import type { Rail } from './adapters/rails/port.ts';
import type { Files } from './adapters/storage/port.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import type { CurrentLimits } from './limits/limits.ts';
import type { Live } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import type { Queue } from './platform/queue/queue.ts';
import type { Random } from './platform/random.ts';
import type { Secrets } from './platform/secrets.ts';
import type { OtherListEntries } from './orders/customer/other-list-entries.ts';
import type { OrderFacts } from './orders/customer/order-facts.ts';
import type { FindCardStanding } from './orders/create/card-standing.ts';
import type { ReactionOf } from './orders/move/order-change.ts';
import type { PayoutSubjectsWith } from './payouts/subject.ts';
import type { ChangeRules } from './changes/changeable.ts';
import type { Notices } from './public-notice/notices.ts';
import type { Catalogue } from './payment-systems/catalogue.ts';
import type { Quotes } from './rates/quotes.ts';
import type { Sandbox } from './sandbox/port.ts';
import type { Shop } from './shop/shop.ts';
import type { Switches } from './switches/switches.ts';

/** Dependencies of use cases, built once in `assemble.ts`. Each use case declares its part: `(deps: Pick<Deps, 'clock' | 'secrets'>, tx, input)`. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly queue: Queue;
  readonly live: Live;
  readonly files: Files;
  readonly mailer: Mailer;
  /** Captcha: challenges, and verification of their tokens. */
  readonly captcha: Captcha;
  /** Countries of visitors, and currencies not exchanged there; from memory. */
  readonly countries: Countries;
  /** Registered rails by name. */
  readonly rails: ReadonlyMap<string, Rail>;
  /** Payment systems, directions and reserves, in memory, refreshed when they change. */
  readonly catalogue: Catalogue;
  /** Switches in force, from memory; the catalogue already applies them. */
  readonly switches: Switches;
  /** Public notices, from memory. */
  readonly notices: Notices;
  /** Limits of automatic payouts, from memory. */
  readonly limits: CurrentLimits;
  /** Entities that changes apply to, with their guards; registered by modules. */
  readonly changes: ChangeRules;
  /** Prices and quotes, from memory. */
  readonly quotes: Quotes;
  /** Reactions to order moves, in their order; registered by modules. */
  readonly reactions: readonly ReactionOf<MoveDeps>[];
  readonly orderFacts: OrderFacts;
  /** Records of other kinds in a customer's list of orders (withdrawals); registered by modules. */
  readonly otherListEntries: OtherListEntries<Deps>;
  /** Verification state of the card that a customer pays from. */
  readonly findCardStanding: FindCardStanding;
  /** Kinds of records that payouts are made for; registered by modules. */
  readonly payoutSubjects: PayoutSubjectsWith<PayoutDeps>;
  /** Localised text: `t('ru', 'mail.order_created.subject', {…})`. */
  readonly t: Translate;
  readonly settings: Settings;
  /** Test environment of sandbox keys. */
  readonly sandbox: Sandbox;
  /** The owner's settings, from memory. */
  readonly shop: Shop;
  /** Published news, questions and pages, from memory. */
  readonly content: Content;
}

/** Dependencies of order moves, reactions included. */
export type MoveDeps = Pick<
  Deps,
  | 'random'
  | 'rails'
  | 'catalogue'
  | 'queue'
  | 'live'
  | 'clock'
  | 'quotes'
  | 'limits'
  | 'log'
  | 'secrets'
  | 'shop'
  | 'reactions'
  | 'orderFacts'
>;

/** Dependencies of payouts. */
export type PayoutDeps = MoveDeps & Pick<Deps, 'db' | 'rails' | 'secrets' | 'payoutSubjects'>;

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
