import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { oneOf } from '#core/closed-list.ts';
import { NOTE_AUDIENCES, type NoteAudience } from '#core/customer/customer.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import type { Api } from '#office/api/use-api.ts';
import { useAction } from '#office/api/use-command.ts';
import { OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { useStoredDraft } from '#office/editing/use-stored-draft.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Textarea } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface ShownNote {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly at: string;
  /** Further facts of the note. */
  readonly beside?: ReactNode;
}

/** Internal notes. */
export function NoteList({ notes }: { readonly notes: readonly ShownNote[] }) {
  const { locale } = useTranslation();
  return (
    <ul className="list notes">
      {notes.map(({ id, text, author, at, beside }) => (
        <li key={id}>
          <p className="note" translate="no">
            {text}
          </p>
          <p className="dim">
            {author} · {clockTime(at, locale)}
            {beside}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface Note {
  readonly note: string;
  readonly audience: NoteAudience;
}

interface NoteFormProps {
  /** Subject of the note: its draft is stored under this name. */
  readonly about: string;
  readonly label: string;
  readonly submit: string;
  readonly maxLength?: number;
  /** Audiences that can be chosen; of fewer than two there is no choice. */
  readonly audiences?: readonly NoteAudience[];
  readonly send: (note: Note, call: Api) => Promise<unknown>;
  /** Queries that show the note. */
  readonly after: readonly QueryKey[];
}

/** Form of an internal note. Its draft is stored, also when the screen is left, until the note is saved and shown. */
export function NoteForm({ about, label, submit, maxLength = 2000, audiences = [], send, after }: NoteFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useStoredDraft(`note:${about}`);
  const [audience, setAudience] = useState<NoteAudience>('office');
  const isOutdated = useEditing(text !== '');
  const save = useAction(send, { after, onDone: () => setText('') });
  return (
    <CheckedForm className="note-form" command={save} onSubmit={() => save.run({ note: text.trim(), audience })}>
      <Textarea
        label={label}
        required
        withAsterisk={false}
        autosize
        minRows={1}
        maxLength={maxLength}
        value={text}
        readOnly={save.isPending}
        error={save.error !== null ? problemMessage(save.error, t) : undefined}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <OutdatedNotice when={isOutdated && !save.isPending} />
      <div className="row">
        {audiences.length > 1 ? (
          <NativeSelect
            size="sm"
            aria-label={t('office.customer.audience')}
            data={audiences.map((value) => ({ value, label: t(`office.customer.for.${value}`) }))}
            value={audience}
            onChange={({ currentTarget }) => setAudience(oneOf(NOTE_AUDIENCES, currentTarget.value) ?? 'office')}
          />
        ) : null}
        <Button type="submit" size="sm" variant="default" loading={save.isPending}>
          {submit}
        </Button>
      </div>
    </CheckedForm>
  );
}
