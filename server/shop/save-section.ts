import type { SettingsOf, SettingsSection } from '#contract/office/shop/settings.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { defaultSettings, sectionOf, SHOP_CHANNEL } from './shop.ts';
import { readSections, writeSection } from './store.ts';

export interface SaveSectionInput<S extends SettingsSection> {
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
