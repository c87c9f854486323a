import { SETTINGS_CALLS, type SettingsOf, type SettingsSection } from '#contract/office-settings.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Route, route, type SignedInOperator } from '#server/platform/http/route.ts';
import { saveSection } from './save-section.ts';
import { firstSettings, presentSection } from './shop.ts';
import { readSections } from './store.ts';

type SettingsDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'live' | 't' | 'secrets'>;

async function shown<S extends SettingsSection>({ t }: SettingsDeps, db: Queryable, section: S) {
  return { data: { type: 'settings', id: section, attributes: presentSection(await readSections(db), section, firstSettings(t)) } };
}

const read =
  <S extends SettingsSection>(deps: SettingsDeps, section: S) =>
  async () => {
    return accept(await shown(deps, deps.db, section));
  };

interface SavingCall<S extends SettingsSection> {
  readonly visitor: SignedInOperator;
  readonly tx: Tx;
  readonly body: SettingsOf<S> & { readonly version: number };
}

const save =
  <S extends SettingsSection>(deps: SettingsDeps, section: S) =>
  async ({ visitor: operator, tx, body }: SavingCall<S>) => {
    const { version, ...value } = body;
    const saved = await saveSection(deps, tx, { section, value: value as SettingsOf<S>, version, operatorId: operator.userId });
    return saved.ok ? accept(await shown(deps, tx, section)) : saved;
  };

/** The owner's calls about his shop (domain 10). */
export const officeSettingsRoutes = (deps: SettingsDeps): Route[] => [
  route(SETTINGS_CALLS.shop.read, read(deps, 'shop')),
  route(SETTINGS_CALLS.shop.save, save(deps, 'shop')),
  route(SETTINGS_CALLS.contacts.read, read(deps, 'contacts')),
  route(SETTINGS_CALLS.contacts.save, save(deps, 'contacts')),
  route(SETTINGS_CALLS.entity.read, read(deps, 'entity')),
  route(SETTINGS_CALLS.entity.save, save(deps, 'entity')),
  route(SETTINGS_CALLS.rate_file.read, read(deps, 'rate_file')),
  route(SETTINGS_CALLS.rate_file.save, save(deps, 'rate_file')),
  route(SETTINGS_CALLS.alarms.read, read(deps, 'alarms')),
  route(SETTINGS_CALLS.alarms.save, save(deps, 'alarms')),
  route(SETTINGS_CALLS.refunds.read, read(deps, 'refunds')),
  route(SETTINGS_CALLS.refunds.save, save(deps, 'refunds')),
  route(SETTINGS_CALLS.reviews.read, read(deps, 'reviews')),
  route(SETTINGS_CALLS.reviews.save, save(deps, 'reviews')),
  route(SETTINGS_CALLS.support.read, read(deps, 'support')),
  route(SETTINGS_CALLS.support.save, save(deps, 'support')),
  route(SETTINGS_CALLS.privacy.read, read(deps, 'privacy')),
  route(SETTINGS_CALLS.privacy.save, save(deps, 'privacy')),
];
