import { type HistoryEventAttributes, type OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { officeAddNote } from '#contract/office/orders/orders.ts';
import { keys } from '#office/api/keys.ts';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { NoteForm } from '#office/notes/Notes.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface EventProps {
  readonly event: HistoryEventAttributes;
  readonly order: OfficeOrderAttributes;
}

function EventText({ event, order }: EventProps) {
  const { t } = useTranslation();
  if (event.kind === 'move' && event.status !== null) {
    const ending = event.status === order.status ? order.ending : null;
    return (
      <>
        <StatusBadge status={event.status} /> {ending === null ? null : <span>{t(`office.ending.${ending}`)}</span>}
      </>
    );
  }
  if (event.kind === 'mail') {
    const withoutStatus = t(event.actor === 'operator' ? 'office.history.own_letter' : 'office.history.mail_of_several');
    const about = event.status === null ? withoutStatus : t(`office.status.${event.status}`);
    return <span>{t(`office.history.mail.${event.name}`, { about })}</span>;
  }
  const key = `office.deed.${event.name}`;
  const translated = t(key);
  const about = [
    event.proposal === null ? '' : t(`office.approval.kind.${event.proposal}`),
    event.outcome === null ? '' : t(`office.detail_value.outcome.${event.outcome}`),
  ].filter((part) => part !== '');
  // An action without a message is shown by its name
  const name = translated === key ? event.name : translated;
  return <span>{about.length === 0 ? name : `${name}: ${about.join(', ')}`}</span>;
}

function HistoryEvent({ event, order }: EventProps) {
  const { t, locale } = useTranslation();
  const actor = event.kind === 'mail' ? '' : [t(`office.actor.${event.actor}`), event.actor_name ?? ''].join(' ').trim();
  return (
    <li className={event.kind}>
      <time className="figures dim" dateTime={event.at}>
        {clockTime(event.at, locale)}
      </time>
      <div>
        <EventText event={event} order={order} />{' '}
        {event.amount === null ? null : (
          <Figures amount={event.amount} {...(event.currency_iso_code === null ? {} : { currency: event.currency_iso_code })} />
        )}{' '}
        <span className="dim">{actor}</span>
        {event.reference === null ? null : <p className="dim">{t('office.history.reference', { reference: event.reference })}</p>}
        {event.note === null ? null : <p className="note">{event.note}</p>}
      </div>
    </li>
  );
}

export interface HistoryProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
}

/** History of the order: moves, notes, mails, leases, reveals of requisites; newest first. */
export function History({ id, order }: HistoryProps) {
  const { t } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="timeline-title">
      <h2 id="timeline-title">{t('office.order.timeline')}</h2>
      <KeepWhileEditing when={order.may_note}>
        <NoteForm
          about={`order:${id}`}
          label={t('office.history.note')}
          submit={t('office.history.add_note')}
          send={({ note }, call) => call(officeAddNote, { params: { id }, body: { note } })}
          after={[keys.order(id)]}
        />
      </KeepWhileEditing>
      <ol className="timeline">
        {order.history.toReversed().map((event, index) => (
          // Events are only appended: the index from the first one is a stable key
          <HistoryEvent key={order.history.length - index} event={event} order={order} />
        ))}
      </ol>
    </section>
  );
}
