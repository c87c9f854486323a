import { type AllSettings, SETTINGS, type SettingsOf, type SettingsSection } from '#contract/office-settings.ts';
import { LOCALES } from '#core/locale.ts';
import { SHOP_TIME_ZONE } from '#core/local-time.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Translate } from '#server/platform/translate.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { readSections, type StoredSection } from './store.ts';

/** Told of by whoever saves a section. */
export const SHOP_CHANNEL = 'shop_changed';

/** What a shop begins with, until its owner says otherwise: our own name, and nobody to write to. */
export const firstSettings = (t: Translate): AllSettings => ({
  shop: { name: { ru: t('ru', 'mail.house'), en: t('en', 'mail.house') }, languages: [...LOCALES] },
  contacts: { email: null, phone: null, telegram: null, hours: { ru: '', en: '' } },
  entity: {
    legal_name: { ru: '', en: '' },
    registration_number: '',
    tax_id: '',
    address: { ru: '', en: '' },
    licence: { ru: '', en: '' },
    founded_year: 0,
    monitors: [],
    fingerprints: [],
  },
  rate_file: { floating: 'marked', old_limits: true, xml: true, json: true },
  refunds: { rules: [] },
  privacy: { orders_kept_days: 0 },
  reviews: { invites: true, after_hours: 3 },
  support: { time_zone: SHOP_TIME_ZONE, days: Array.from({ length: 7 }, () => ({ from: '09:00', until: '21:00' })), promise_minutes: 60 },
  alarms: { telegram_chat: null, emails: [], staff_by_mail: true, not_by_mail: [], not_by_telegram: [] },
});

/** What the owner says of his shop, in the memory of every process. */
export interface Shop {
  of<S extends SettingsSection>(section: S): SettingsOf<S>;
}

export interface LoadedShop extends Shop {
  start(): Promise<void>;
  stop(): void;
}

type Stored = ReadonlyMap<string, StoredSection>;

/** A section as saved; what a new shop begins with where nobody has saved it yet. A row that makes no sense is a fault. */
export function sectionOf<S extends SettingsSection>(stored: Stored, section: S, first: AllSettings): SettingsOf<S> {
  const saved = stored.get(section);
  return saved === undefined ? first[section] : (SETTINGS[section].parse(saved.value) as SettingsOf<S>);
}

/** A section for the form that edits it: with its version and who wrote it. */
export function presentSection<S extends SettingsSection>(stored: Stored, section: S, first: AllSettings) {
  const saved = stored.get(section);
  return {
    ...sectionOf(stored, section, first),
    version: saved?.version ?? 0,
    changed_at: saved === undefined ? null : toRfc3339(saved.changedAt),
    changed_by: saved?.changedBy ?? null,
  };
}

interface ShopDeps {
  readonly db: Db;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
  readonly t: Translate;
}

export function loadShop(deps: ShopDeps): LoadedShop {
  const first = firstSettings(deps.t);
  let current = first;
  const refresh = async () => {
    const stored = await readSections(deps.db);
    const next = {
      shop: sectionOf(stored, 'shop', first),
      contacts: sectionOf(stored, 'contacts', first),
      entity: sectionOf(stored, 'entity', first),
      rate_file: sectionOf(stored, 'rate_file', first),
      refunds: sectionOf(stored, 'refunds', first),
      privacy: sectionOf(stored, 'privacy', first),
      reviews: sectionOf(stored, 'reviews', first),
      support: sectionOf(stored, 'support', first),
      alarms: sectionOf(stored, 'alarms', first),
    };
    // The same words keep their identity: pages drawn with them stand
    if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
  };
  return { of: (section) => current[section], ...keepFresh(deps, SHOP_CHANNEL, refresh) };
}

/** Texts that name the shop as its owner does. */
export const namingShop =
  (t: Translate, shop: Shop): Translate =>
  (locale, key, params = {}) =>
    t(locale, key, { brand: shop.of('shop').name[locale], ...params });
