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

/** Everything a use case may ask for. Each declares the slice it needs: `(deps: Pick<Deps, 'clock' | 'secrets'>, tx, input)`. Built once in `assemble.ts`. */
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
  /** Limits against guessing and flooding. */
  readonly captcha: Captcha;
  /** Where visitors are, and what is not exchanged there; from memory. */
  readonly countries: Countries;
  /** Registered rails by name. */
  readonly rails: ReadonlyMap<string, Rail>;
  /** Payment systems, directions and reserves, in memory, refreshed when they change. */
  readonly catalogue: Catalogue;
  /** What is switched off, from memory; in the catalogue it is closed already. */
  readonly switches: Switches;
  /** What all visitors are told, from memory. */
  readonly notices: Notices;
  /** What may leave without a person, from memory. */
  readonly limits: CurrentLimits;
  /** What may be changed in the one way there is, and what of it needs two people; offered by modules. */
  readonly changes: ChangeRules;
  /** Prices and quotes, from memory. */
  readonly quotes: Quotes;
  /** What hangs on an order's life, in the order it is told; built from the modules. */
  readonly reactions: readonly ReactionOf<MoveDeps>[];
  readonly orderFacts: OrderFacts;
  /** Other entries in a customer's list of orders. */
  readonly otherListEntries: OtherListEntries<Deps>;
  /** The verification state of a card that a customer pays from. */
  readonly findCardStanding: FindCardStanding;
  /** What pays through the machine that pays out; offered by modules. */
  readonly payoutSubjects: PayoutSubjectsWith<PayoutDeps>;
  /** Localised text: `t('ru', 'mail.order_created.subject', {…})`. */
  readonly t: Translate;
  readonly settings: Settings;
  /** Where sandbox keys of partners trade. */
  readonly sandbox: Sandbox;
  /** The owner's settings of the shop, in memory. */
  readonly shop: Shop;
  /** News, questions and pages that are published, in memory. */
  readonly content: Content;
}

/** What every change of an order may ask for, its reactions included. */
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

/** What the machine that pays out works with, and what pays through it. */
export type PayoutDeps = MoveDeps & Pick<Deps, 'db' | 'rails' | 'secrets' | 'payoutSubjects'>;

export type Translate = (locale: Locale, key: string, params?: Readonly<Record<string, string | number>>) => string;

export interface Settings {
  /** Origin customers see, without a trailing slash. */
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  readonly rateLimits: 'on' | 'off';
  /** Where customers write to, as every letter says; null: nobody reads such mail. */
  readonly supportEmail: string | null;
  /** Hosts with port that webhooks may go to whatever they are, in a demonstration; none in production. */
  readonly webhookHosts?: readonly string[];
  /** Names from `core/config/optional-modules.ts`. */
  readonly modulesOff?: readonly string[];
}
