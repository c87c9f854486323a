import { SETTINGS_CALLS, type SettingsOf, type SettingsSection } from '#contract/office/shop/settings.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Route, route, type SignedInOperator } from '#server/platform/http/route.ts';
import { defaultSettings, presentSection, sectionOf, SHOP_CHANNEL } from './shop.ts';
import { readSections, writeSection } from './store.ts';

interface SaveSectionInput<S extends SettingsSection> {
  readonly section: S;
  readonly value: SettingsOf<S>;
  /** The version the edit started from. */
  readonly version: number;
  readonly operatorId: string;
}

/**
 * Saves a section of the settings with an audit entry of before and after. Refuses `edit_conflict` if it was changed since
 * `version`.
 */
export async function saveSection<S extends SettingsSection>(
  deps: Pick<Deps, 'clock' | 'random' | 'live' | 't' | 'secrets'>,
  tx: Tx,
  { section, value, version, operatorId }: SaveSectionInput<S>,
): Promise<Result<null, 'edit_conflict'>> {
  const before = sectionOf(await readSections(tx), section, defaultSettings(deps.t));
  const isSaved = await writeSection(tx, { section, value, version, by: operatorId, now: deps.clock.now() });
  if (!isSaved) return refuse({ code: 'edit_conflict' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'settings.save',
    subjectType: 'settings',
    subjectId: section,
    detail: { before, after: value },
  });
  await deps.live.notify(tx, SHOP_CHANNEL, section);
  return accept(null);
}

type SettingsDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'live' | 't' | 'secrets'>;

async function sectionResponse<S extends SettingsSection>({ t }: SettingsDeps, db: Queryable, section: S) {
  return { data: { type: 'settings', id: section, attributes: presentSection(await readSections(db), section, defaultSettings(t)) } };
}

const readHandler =
  <S extends SettingsSection>(deps: SettingsDeps, section: S) =>
  async () => {
    return accept(await sectionResponse(deps, deps.db, section));
  };

interface SaveRequest<S extends SettingsSection> {
  readonly visitor: SignedInOperator;
  readonly tx: Tx;
  readonly body: SettingsOf<S> & { readonly version: number };
}

const saveHandler =
  <S extends SettingsSection>(deps: SettingsDeps, section: S) =>
  async ({ visitor: operator, tx, body }: SaveRequest<S>) => {
    const { version, ...value } = body;
    const saved = await saveSection(deps, tx, { section, value: value as SettingsOf<S>, version, operatorId: operator.userId });
    return saved.ok ? accept(await sectionResponse(deps, tx, section)) : saved;
  };

/** Office routes about the settings of the shop (domain 10). */
export const officeSettingsRoutes = (deps: SettingsDeps): Route[] => [
  route(SETTINGS_CALLS.shop.read, readHandler(deps, 'shop')),
  route(SETTINGS_CALLS.shop.save, saveHandler(deps, 'shop')),
  route(SETTINGS_CALLS.contacts.read, readHandler(deps, 'contacts')),
  route(SETTINGS_CALLS.contacts.save, saveHandler(deps, 'contacts')),
  route(SETTINGS_CALLS.entity.read, readHandler(deps, 'entity')),
  route(SETTINGS_CALLS.entity.save, saveHandler(deps, 'entity')),
  route(SETTINGS_CALLS.rate_file.read, readHandler(deps, 'rate_file')),
  route(SETTINGS_CALLS.rate_file.save, saveHandler(deps, 'rate_file')),
  route(SETTINGS_CALLS.alarms.read, readHandler(deps, 'alarms')),
  route(SETTINGS_CALLS.alarms.save, saveHandler(deps, 'alarms')),
  route(SETTINGS_CALLS.refunds.read, readHandler(deps, 'refunds')),
  route(SETTINGS_CALLS.refunds.save, saveHandler(deps, 'refunds')),
  route(SETTINGS_CALLS.reviews.read, readHandler(deps, 'reviews')),
  route(SETTINGS_CALLS.reviews.save, saveHandler(deps, 'reviews')),
  route(SETTINGS_CALLS.support.read, readHandler(deps, 'support')),
  route(SETTINGS_CALLS.support.save, saveHandler(deps, 'support')),
  route(SETTINGS_CALLS.privacy.read, readHandler(deps, 'privacy')),
  route(SETTINGS_CALLS.privacy.save, saveHandler(deps, 'privacy')),
];
