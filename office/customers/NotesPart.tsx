import { Link } from 'react-router';
import { type CustomerCardAttributes, officeNoteOnCustomer } from '#contract/office-customer-desk.ts';
import { keys } from '#office/api/keys.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { NoteForm } from '#office/notes/NoteForm.tsx';
import { NoteList } from '#office/notes/NoteList.tsx';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';

/** What the office keeps in mind about him. */
export function NotesPart({ id, card }: { readonly id: string; readonly card: CustomerCardAttributes }) {
  const { t } = useWords();
  return (
    <section className="sheet" aria-labelledby="customer-notes">
      <h2 id="customer-notes">{t('customers_desk.notes')}</h2>
      <NoteList
        notes={card.notes.map(({ note: text, audience, order_id: orderId, ...one }) => ({
          ...one,
          text,
          beside: (
            <>
              {audience === 'office' ? '' : ` · ${t(`office.customer.for.${audience}`)}`} · <Link to={paths.order(orderId)}>{orderId}</Link>
            </>
          ),
        }))}
      />
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
