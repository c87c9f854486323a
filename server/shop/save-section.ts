import type { SettingsOf, SettingsSection } from '#contract/office-settings.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { firstSettings, sectionOf, SHOP_CHANNEL } from './shop.ts';
import { readSections, writeSection } from './store.ts';

export interface SectionEdit<S extends SettingsSection> {
  readonly section: S;
  readonly value: SettingsOf<S>;
  /** The version it was read at. */
  readonly version: number;
  readonly operatorId: string;
}

/** Saves what an owner says of his shop, with an audit line of before and after. Refuses `edit_conflict` where somebody else has saved it since. */
export async function saveSection<S extends SettingsSection>(
  deps: Pick<Deps, 'clock' | 'random' | 'live' | 't' | 'secrets'>,
  tx: Tx,
  { section, value, version, operatorId }: SectionEdit<S>,
): Promise<Result<null, 'edit_conflict'>> {
  const before = sectionOf(await readSections(tx), section, firstSettings(deps.t));
  const isWritten = await writeSection(tx, { section, value, version, by: operatorId, now: deps.clock.now() });
  if (!isWritten) return refuse({ code: 'edit_conflict' });
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
