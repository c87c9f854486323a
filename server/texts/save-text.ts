import { textProblem } from '#core/texts/check-text.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { TextGroup } from './catalogue.ts';
import { TEXTS_CHANNEL } from './said-texts.ts';
import { insertVersion, type SaidLine, writeLine } from './store.ts';

/** Lines of a group as somebody wrote them: each checked at its field, those that are as delivered are none. */
export function checkLines(
  { settings }: Pick<Deps, 'settings'>,
  group: TextGroup,
  values: readonly SaidLine[],
): Result<readonly SaidLine[], 'invalid_format'> {
  const { origin } = new URL(settings.publicUrl);
  const checked: SaidLine[] = [];
  for (const [index, { key, locale, value }] of values.entries()) {
    const field = group.fields.find((one) => one.key === key && one.locale === locale);
    if (field === undefined) return refuse({ code: 'invalid_format', field: `values/${index}` });
    const text = value?.trim().normalize('NFC') ?? null;
    const isOwn = text !== null && text !== field.delivered;
    const problem = isOwn ? textProblem(text, { delivered: field.delivered, origin }) : undefined;
    if (problem !== undefined) return refuse({ code: 'invalid_format', field: `values/${index}/value`, message: `text_${problem}` });
    checked.push({ key, locale, value: isOwn ? text : null });
  }
  return accept(checked);
}

export interface TextEdit {
  readonly group: TextGroup;
  readonly values: readonly SaidLine[];
  /** The version it was read at. */
  readonly version: number;
  readonly operatorId: string;
}

/** Says a text otherwise from here on, everywhere within a second; refused where somebody else has saved it since. */
export async function saveText(
  deps: Pick<Deps, 'clock' | 'random' | 'live' | 'secrets' | 'settings'>,
  tx: Tx,
  { group, values, version, operatorId }: TextEdit,
): Promise<Result<null, 'invalid_format' | 'edit_conflict'>> {
  const checked = checkLines(deps, group, values);
  if (!checked.ok) return checked;
  const isFirst = await insertVersion(tx, { id: group.id, over: version, values: checked.value, by: operatorId, now: deps.clock.now() });
  if (!isFirst) return refuse({ code: 'edit_conflict' });
  for (const line of checked.value) await writeLine(tx, line);
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
