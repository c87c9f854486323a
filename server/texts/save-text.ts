import { textProblem } from '#core/texts/check-text.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type TextGroup, TEXTS_CHANNEL } from './loaded-texts.ts';
import { insertVersion, type TextValue, saveOverride } from './store.ts';

/** Validates the texts of a group. A text equal to the delivered one is stored as null. */
export function checkTexts(
  { settings }: Pick<Deps, 'settings'>,
  group: TextGroup,
  values: readonly TextValue[],
): Result<readonly TextValue[], 'invalid_format'> {
  const { origin } = new URL(settings.publicUrl);
  const checked: TextValue[] = [];
  for (const [index, { key, locale, value }] of values.entries()) {
    const field = group.fields.find((candidate) => candidate.key === key && candidate.locale === locale);
    if (field === undefined) return refuse({ code: 'invalid_format', field: `values/${index}` });
    const text = value?.trim().normalize('NFC') ?? null;
    const isOverride = text !== null && text !== field.delivered;
    const problem = isOverride ? textProblem(text, { original: field.delivered, origin }) : undefined;
    if (problem !== undefined) return refuse({ code: 'invalid_format', field: `values/${index}/value`, message: `text_${problem}` });
    checked.push({ key, locale, value: isOverride ? text : null });
  }
  return accept(checked);
}

export interface TextEdit {
  readonly group: TextGroup;
  readonly values: readonly TextValue[];
  /** The version that was read. */
  readonly version: number;
  readonly operatorId: string;
}

/** Saves the texts of a group, which take effect in every process within a second. Refused if they were saved by another operator since. */
export async function saveText(
  deps: Pick<Deps, 'clock' | 'random' | 'live' | 'secrets' | 'settings'>,
  tx: Tx,
  { group, values, version, operatorId }: TextEdit,
): Promise<Result<null, 'invalid_format' | 'edit_conflict'>> {
  const checked = checkTexts(deps, group, values);
  if (!checked.ok) return checked;
  const isSaved = await insertVersion(tx, {
    id: group.id,
    baseVersion: version,
    values: checked.value,
    by: operatorId,
    now: deps.clock.now(),
  });
  if (!isSaved) return refuse({ code: 'edit_conflict' });
  for (const override of checked.value) await saveOverride(tx, override);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'texts.save',
    subjectType: 'text',
    subjectId: group.id,
    detail: { version: version + 1, values: checked.value },
  });
  await deps.live.notify(tx, TEXTS_CHANNEL, group.id);
  return accept(null);
}
