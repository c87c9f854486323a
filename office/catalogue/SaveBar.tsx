import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { problemMessage } from '#office/api/problem.ts';
import { codeOf } from '#office/api/call-failure.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { changesOf } from '#office/form/WaitingApprovals.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface SaveBarProps {
  /** What is about to be saved. */
  readonly what: string;
  readonly submit: string;
  /** Keys of what is saved: a change of it may wait for a second person. */
  readonly things: readonly string[];
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (note: string) => void;
  /** Reads again what is there now, where somebody else was quicker. */
  readonly onReload?: () => void;
  readonly children?: ReactNode;
}

/** The end of every form of the catalogue: what happens, in whose words, and yes. */
export function SaveBar({ what, submit, things, isReady, isBusy, error, onSubmit, onReload, children }: SaveBarProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  return (
    <CheckedForm className="save-bar" onSubmit={() => onSubmit(note.trim())} waits={changesOf(things)}>
      <p aria-live="polite">{what}</p>
      {error === null || error === undefined ? null : (
        <p className="problem" role="alert">
          {problemMessage(error, t)}{' '}
          {codeOf(error) === 'edit_conflict' && onReload !== undefined ? (
            <Button variant="default" size="compact-sm" onClick={onReload}>
              {t('catalogue_desk.reload')}
            </Button>
          ) : null}
        </p>
      )}
      <div className="save-line">
        <TextInput
          label={t('catalogue_desk.note')}
          required
          maxLength={2000}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {submit}
        </Button>
        {children}
      </div>
    </CheckedForm>
  );
}
