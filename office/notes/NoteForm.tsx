import { Button } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NOTE_AUDIENCES, type NoteAudience } from '#core/customer.ts';
import { problemWords } from '#office/api/problem.ts';
import { type Api, statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Textarea } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { useDraft } from '#office/in-hand/use-draft.ts';
import { sendByKeys } from '#office/keyboard/send-by-keys.ts';
import { useWords } from '#office/words/Words.tsx';

interface Said {
  readonly note: string;
  readonly audience: NoteAudience;
}

export interface NoteFormProps {
  /** What it is about: its draft is kept under this name. */
  readonly about: string;
  readonly label: string;
  readonly submit: string;
  readonly maxLength?: number;
  /** To whom it may be shown; of one there is nothing to choose. */
  readonly audiences?: readonly NoteAudience[];
  readonly keep: (api: Api, said: Said, idempotencyKey: string) => Promise<unknown>;
  /** Where it is read. */
  readonly shownIn: readonly QueryKey[];
}

/** A word of the office for its own people, kept once: the key stays until the server has answered; what is typed stays until it is shown. */
export function NoteForm({ about, label, submit, maxLength = 2000, audiences = [], keep, shownIn }: NoteFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const [text, setText] = useDraft(`note:${about}`);
  const [audience, setAudience] = useState<NoteAudience>('office');
  const key = useRef<string | null>(null);
  const isGone = useHold(text !== '');
  const noting = useMutation({
    mutationFn: async (said: Said) => {
      key.current ??= crypto.randomUUID();
      await keep(api, said, key.current);
      await Promise.all(shownIn.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onSuccess: () => setText(''),
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
    },
  });
  const send = () => {
    if (!noting.isPending) noting.mutate({ note: text.trim(), audience });
  };
  return (
    <CheckedForm className="note-form" onSubmit={send}>
      <Textarea
        label={label}
        required
        withAsterisk={false}
        autosize
        minRows={1}
        maxLength={maxLength}
        value={text}
        readOnly={noting.isPending}
        error={noting.isError ? problemWords(noting.error, t) : undefined}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={sendByKeys}
      />
      <Gone when={isGone && !noting.isPending} />
      <div className="row">
        {audiences.length > 1 ? (
          <NativeSelect
            size="sm"
            aria-label={t('office.customer.audience')}
            data={audiences.map((value) => ({ value, label: t(`office.customer.for.${value}`) }))}
            value={audience}
            onChange={({ currentTarget }) => setAudience(NOTE_AUDIENCES.find((one) => one === currentTarget.value) ?? 'office')}
          />
        ) : null}
        <Button type="submit" size="sm" variant="default" loading={noting.isPending}>
          {submit}
        </Button>
      </div>
    </CheckedForm>
  );
}
