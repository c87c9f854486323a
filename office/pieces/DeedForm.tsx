import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fieldProblem, isRefusedFor, problemWords } from '#office/api/problem.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import type { Waits } from '#office/form/WaitingApprovals.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { sendByKeys } from '#office/keyboard/send-by-keys.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useWords } from '#office/words/Words.tsx';

export interface DeedFormProps {
  /** What will be done, with how much and where to. */
  readonly what: string;
  readonly submit: string;
  readonly note: { readonly label: string; readonly isRequired: boolean };
  /** False while there is nothing to do: no other role is chosen, no field of many is filled in. */
  readonly isReady?: boolean;
  readonly isGrave?: boolean;
  readonly isBusy: boolean;
  /** Why it was refused; null where it was not. */
  readonly error: unknown;
  /** Members that `children` tell the refusal of themselves. */
  readonly fields?: readonly string[];
  readonly onSubmit: (note: string) => void;
  readonly onCancel: () => void;
  /** What of it may wait for a second person. */
  readonly waits?: Waits | undefined;
  readonly children?: ReactNode;
  /** What is seldom said, after the words. */
  readonly more?: ReactNode;
}

/** The first field that takes the focus, whatever its kind: what is hidden does not take it. */
function focusFirst(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLElement>('input, select, textarea, fieldset button') ?? []) {
    field.focus();
    if (document.activeElement === field) return;
  }
}

/** The second step of everything that cannot be taken back: what happens, in whose words, and yes or no. */
export function DeedForm(props: DeedFormProps) {
  const {
    what,
    submit,
    note: noteField,
    isReady = true,
    isGrave = false,
    isBusy,
    error,
    fields = [],
    onSubmit,
    onCancel,
    waits,
    children,
    more,
  } = props;
  const { t } = useWords();
  const [note, setNote] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isGone = useHold(true);
  // That somebody was before him is said once
  const isLate = isGone && isRefusedFor(error, 'edit_conflict');
  useKeys({ Escape: onCancel }, 'everywhere');
  useEffect(() => focusFirst(form.current), []);
  const send = () => onSubmit(note.trim());
  return (
    <CheckedForm className="confirm" ref={form} onSubmit={send} waits={waits}>
      <p>{what}</p>
      {children}
      <Textarea
        label={noteField.label}
        required={noteField.isRequired}
        autosize
        minRows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={sendByKeys}
      />
      {more}
      <Gone when={isGone && !isBusy} />
      {error === null || error === undefined || isLate || fields.some((field) => fieldProblem(error, field) !== undefined) ? null : (
        <p className="problem" role="alert">
          {problemWords(error, t)}
        </p>
      )}
      <div className="row">
        <Button type="submit" size="sm" {...(isGrave ? { color: 'loss' } : {})} loading={isBusy} disabled={!isReady || isLate}>
          {submit}
        </Button>
        <Button type="button" variant="subtle" size="sm" onClick={onCancel}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}
