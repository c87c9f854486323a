import { Button } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { allEdits, type EditHistory, type EditStep, isConflict, isWrong } from './grid/edits.ts';
import type { GridLine } from './grid/lines.ts';

export interface PendingBarProps {
  readonly history: EditHistory;
  readonly byKey: ReadonlyMap<string, GridLine>;
  readonly step: (step: EditStep) => void;
  readonly onCheck: () => void;
}

/** Unsent edits: their number, undo, revert and the check before they are applied. */
export function PendingBar({ history, byKey, step, onCheck }: PendingBarProps) {
  const { t } = useTranslation();
  const edits = allEdits(history.now);
  const wrong = edits.filter(({ edit }) => isWrong(edit)).length;
  const conflicts = edits.filter(({ key, member, edit }) => isConflict(edit, byKey.get(key), member));
  return (
    <div className="pending-bar" data-empty={edits.length === 0 || undefined}>
      <p role="status">
        {edits.length === 0 ? t('rates.nothing_pending') : t('rates.pending', { count: edits.length })}
        {wrong === 0 ? null : <span className="badge loss">{t('rates.wrong_count', { count: wrong })}</span>}
        {conflicts.length === 0 ? null : <span className="badge time">{t('rates.conflict_count', { count: conflicts.length })}</span>}
      </p>
      {conflicts.length === 0 ? null : (
        <>
          <Button variant="default" size="xs" onClick={() => step({ kind: 'rebase', lines: byKey })}>
            {t('rates.keep_mine')}
          </Button>
          <Button variant="default" size="xs" onClick={() => step({ kind: 'revert', cells: conflicts })}>
            {t('rates.take_theirs')}
          </Button>
        </>
      )}
      <Button variant="subtle" size="xs" disabled={history.past.length === 0} onClick={() => step({ kind: 'undo' })}>
        {t('rates.undo')}
      </Button>
      <Button variant="default" size="xs" disabled={edits.length === 0} onClick={() => step({ kind: 'clear' })}>
        {t('rates.revert_all')}
      </Button>
      <Button size="xs" disabled={edits.length === 0 || wrong > 0 || conflicts.length > 0} onClick={onCheck}>
        {t('rates.check')}
      </Button>
    </div>
  );
}
