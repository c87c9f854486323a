import { type AllSettings, SETTINGS, type SettingsOf, type SettingsSection } from '#contract/office/shop/settings.ts';
import { LOCALES } from '#core/locale.ts';
import { toRfc3339, SHOP_TIME_ZONE } from '#core/time.ts';
import { type Db, type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import type { Translate } from '#server/platform/translate.ts';
import { readSections, type StoredSection } from './store.ts';

/** Notified when a section is saved. */
export const SHOP_CHANNEL = 'shop_changed';

/** Settings of a new shop: our own name, no contacts. */
export const defaultSettings = (t: Translate): AllSettings => ({
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

/** The saved settings, in the memory of every process. */
export interface Shop {
  of<S extends SettingsSection>(section: S): SettingsOf<S>;
}

export interface HasShop {
  /** The owner's settings, from memory. */
  readonly shop: Shop;
}

interface LoadedShop extends Shop {
  start(): Promise<void>;
  stop(): void;
}

type StoredSections = ReadonlyMap<string, StoredSection>;

/** A saved section, or its default. An invalid row is a fault. */
export function sectionOf<S extends SettingsSection>(stored: StoredSections, section: S, defaults: AllSettings): SettingsOf<S> {
  const saved = stored.get(section);
  return saved === undefined ? defaults[section] : (SETTINGS[section].parse(saved.value) as SettingsOf<S>);
}

/** A section for its edit form, with version and author. */
export function presentSection<S extends SettingsSection>(stored: StoredSections, section: S, defaults: AllSettings) {
  const saved = stored.get(section);
  return {
    ...sectionOf(stored, section, defaults),
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
  const defaults = defaultSettings(deps.t);
  let current = defaults;
  const refresh = async () => {
    const stored = await readSections(deps.db);
    const next = {
      shop: sectionOf(stored, 'shop', defaults),
      contacts: sectionOf(stored, 'contacts', defaults),
      entity: sectionOf(stored, 'entity', defaults),
      rate_file: sectionOf(stored, 'rate_file', defaults),
      refunds: sectionOf(stored, 'refunds', defaults),
      privacy: sectionOf(stored, 'privacy', defaults),
      reviews: sectionOf(stored, 'reviews', defaults),
      support: sectionOf(stored, 'support', defaults),
      alarms: sectionOf(stored, 'alarms', defaults),
    };
    // Unchanged: keep the object, on which caches of rendered pages depend
    if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
  };
  return { of: (section) => current[section], ...keepFresh(deps, SHOP_CHANNEL, refresh) };
}

/** Adds the shop's name to the parameters of every text. */
export const withShopName =
  (t: Translate, shop: Shop): Translate =>
  (locale, key, params = {}) =>
    t(locale, key, { brand: shop.of('shop').name[locale], ...params });

import contacts from './demo-contacts.json' with { type: 'json' };
import entity from './demo-entity.json' with { type: 'json' };

const addSection = (tx: Tx, section: 'contacts' | 'entity', value: object): Promise<number> =>
  tx.run(sql`insert into shop_settings (section, value, version, changed_at)
    values (${section}, ${JSON.stringify(value)}::jsonb, 1, now()) on conflict (section) do nothing`);

/** Example contacts and legal entity for demo mode, until the office changes them. */
export async function seedDemoSettings(tx: Tx, supportEmail: string | undefined): Promise<void> {
  // `SUPPORT_EMAIL` is a real address: it replaces the example
  const email = supportEmail === undefined ? contacts.email : null;
  await addSection(tx, 'contacts', SETTINGS.contacts.parse({ ...contacts, email }));
  await addSection(tx, 'entity', SETTINGS.entity.parse(entity));
}

/** Whether the settings required before opening are there: a name, and a way to reach support. */
export async function shopFacts(db: Queryable): Promise<{ readonly isNamed: boolean; readonly hasContacts: boolean }> {
  const sections = await readSections(db);
  const contacts = sections.get('contacts');
  const { email = null, phone = null, telegram = null } = contacts === undefined ? {} : SETTINGS.contacts.parse(contacts.value);
  return { isNamed: sections.has('shop'), hasContacts: [email, phone, telegram].some((contact) => contact !== null && contact !== '') };
}
