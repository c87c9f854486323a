import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { type CustomerCardAttributes, officeNoteOnCustomer } from '#contract/office-customer-desk.ts';
import { NOTE_AUDIENCES, type NoteAudience } from '#core/customer.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';
import { useCardDeed } from './use-card-deed.ts';

/** What the office keeps in mind about him. */
export function NotesPart({ id, card }: { readonly id: string; readonly card: CustomerCardAttributes }) {
  const api = useApi();
  const { t, locale } = useWords();
  const [note, setNote] = useState('');
  const [audience, setAudience] = useState<NoteAudience>('office');
  const noting = useCardDeed(
    (_: null, idempotencyKey) => api(officeNoteOnCustomer, { params: { id }, body: { note: note.trim(), audience }, idempotencyKey }),
    () => setNote(''),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (note.trim() !== '') noting.mutate(null);
  };
  return (
    <section className="sheet" aria-labelledby="customer-notes">
      <h2 id="customer-notes">{t('customers_desk.notes')}</h2>
      <ul className="list notes">
        {card.notes.map((one) => (
          <li key={one.id}>
            <p className="note" translate="no">
              {one.note}
            </p>
            <p className="dim">
              {one.author} · {clockTime(one.at, locale)}
              {one.audience === 'office' ? '' : ` · ${t(`office.customer.for.${one.audience}`)}`} ·{' '}
              <Link to={paths.order(one.order_id)}>{one.order_id}</Link>
            </p>
          </li>
        ))}
      </ul>
      {card.may_note.length === 0 ? null : (
        <form className="note-form" onSubmit={send}>
          <Textarea
            label={t('office.customer.note')}
            autosize
            minRows={1}
            maxLength={2000}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {card.may_note.length > 1 ? (
            <NativeSelect
              label={t('office.customer.audience')}
              data={card.may_note.map((value) => ({ value, label: t(`office.customer.for.${value}`) }))}
              value={audience}
              onChange={({ currentTarget }) => setAudience(NOTE_AUDIENCES.find((one) => one === currentTarget.value) ?? 'office')}
            />
          ) : null}
          <Button type="submit" size="sm" variant="default" loading={noting.isPending} disabled={note.trim() === ''}>
            {t('office.customer.keep')}
          </Button>
          {noting.isError ? (
            <p className="problem" role="alert">
              {problemWords(noting.error, t)}
            </p>
          ) : null}
        </form>
      )}
    </section>
  );
}
