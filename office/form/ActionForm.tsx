import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isRefusedFor } from '#office/api/call-failure.ts';
import { OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { CheckedForm } from './CheckedForm.tsx';
import { FormProblem } from './FormProblem.tsx';
import type { Waits } from './WaitingApprovals.tsx';
import { Textarea } from './fields.tsx';

export interface ActionFormProps {
  /** Effect of the action, with amount and destination. */
  readonly what: string;
  readonly submit: string;
  readonly note: { readonly label: string; readonly isRequired: boolean };
  /** False while the form's input changes nothing. */
  readonly isReady?: boolean;
  readonly isDestructive?: boolean;
  /** What is sent (`useCommand`): refusals are shown at the fields, else as the form's problem. */
  readonly command: { readonly isPending: boolean; readonly error: unknown };
  readonly onSubmit: (note: string) => void;
  readonly onCancel: () => void;
  /** Proposals of this action that may wait for approval: the form names those that do. */
  readonly waits?: Waits | undefined;
  readonly children?: ReactNode;
  /** Rarely used fields, after the note. */
  readonly more?: ReactNode;
}

/** Focuses the first field that takes the focus: a hidden one does not. */
function focusFirst(form: HTMLFormElement | null): void {
  for (const field of form?.querySelectorAll<HTMLElement>('input, select, textarea, fieldset button') ?? []) {
    field.focus();
    if (document.activeElement === field) return;
  }
}

/** Confirms an action that cannot be undone: its effect, a note, confirm or cancel. */
export function ActionForm(props: ActionFormProps) {
  const { what, submit, note: noteField, isReady = true, isDestructive = false, command, onSubmit, onCancel } = props;
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isOutdated = useEditing(true);
  // The notice already says that a colleague was first
  const isConflictShown = isOutdated && isRefusedFor(command.error, 'edit_conflict');
  useKeys({ Escape: onCancel }, 'everywhere');
  useEffect(() => focusFirst(form.current), []);
  return (
    <CheckedForm className="stack" ref={form} command={command} onSubmit={() => onSubmit(note.trim())} waits={props.waits}>
      <p>{what}</p>
      {props.children}
      <Textarea
        label={noteField.label}
        required={noteField.isRequired}
        autosize
        minRows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {props.more}
      <OutdatedNotice when={isOutdated && !command.isPending} />
      {isConflictShown ? null : <FormProblem />}
      <div className="row">
        <Button
          type="submit"
          size="sm"
          {...(isDestructive ? { color: 'loss' } : {})}
          loading={command.isPending}
          disabled={!isReady || isConflictShown}
        >
          {submit}
        </Button>
        <Button type="button" variant="subtle" size="sm" onClick={onCancel}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

interface FormButtonProps {
  readonly label: string;
  /** Whether the button is offered; an open form stays. */
  readonly isOffered?: boolean;
  /** The form behind the button; `close` puts the button back. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a form in its place. */
export function FormButton({ label, isOffered = true, children }: FormButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return children(() => setOpen(false));
  return isOffered ? (
    <Button size="xs" variant="default" onClick={() => setOpen(true)}>
      {label}
    </Button>
  ) : null;
}
