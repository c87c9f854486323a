import { Link } from 'react-router';
import { type CustomerCardAttributes, officeNoteOnCustomer } from '#contract/office-customer-desk.ts';
import { keys } from '#office/api/keys.ts';
import { clockTime } from '#office/format/moment.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { NoteForm } from '#office/notes/NoteForm.tsx';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';

/** What the office keeps in mind about him. */
export function NotesPart({ id, card }: { readonly id: string; readonly card: CustomerCardAttributes }) {
  const { t, locale } = useWords();
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
      <Kept when={card.may_note.length > 0}>
        <NoteForm
          about={`customer:${id}`}
          label={t('office.customer.note')}
          submit={t('office.customer.keep')}
          audiences={card.may_note}
          keep={(api, said, idempotencyKey) => api(officeNoteOnCustomer, { params: { id }, body: said, idempotencyKey })}
          shownIn={[keys.customers()]}
        />
      </Kept>
    </section>
  );
}
