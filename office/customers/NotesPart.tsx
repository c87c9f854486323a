import { Link } from 'react-router';
import { type CustomerCardAttributes, officeNoteOnCustomer } from '#contract/office/customers/customer-desk.ts';
import { keys } from '#office/api/keys.ts';
import { KeepWhileEditing } from '#office/editing/KeepWhileEditing.tsx';
import { NoteForm } from '#office/notes/NoteForm.tsx';
import { NoteList } from '#office/notes/NoteList.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Notes of the office on the customer. */
export function NotesPart({ id, card }: { readonly id: string; readonly card: CustomerCardAttributes }) {
  const { t } = useTranslation();
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
      <KeepWhileEditing when={card.may_note.length > 0}>
        <NoteForm
          about={`customer:${id}`}
          label={t('office.customer.note')}
          submit={t('office.customer.keep')}
          audiences={card.may_note}
          send={(note, call) => call(officeNoteOnCustomer, { params: { id }, body: note })}
          after={[keys.customers()]}
        />
      </KeepWhileEditing>
    </section>
  );
}
