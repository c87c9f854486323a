import { type HistoryEventAttributes, officeAddNote, type OfficeOrderAttributes } from '#contract/office-orders.ts';
import { keys } from '#office/api/keys.ts';
import { clockTime } from '#office/format/moment.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { NoteForm } from '#office/notes/NoteForm.tsx';
import { Figures } from '#office/pieces/Figures.tsx';
import { StatusBadge } from '#office/pieces/StatusBadge.tsx';
import { useWords } from '#office/words/Words.tsx';

interface LineProps {
  readonly event: HistoryEventAttributes;
  readonly order: OfficeOrderAttributes;
}

function What({ event, order }: LineProps) {
  const { t } = useWords();
  if (event.kind === 'move' && event.status !== null) {
    const ending = event.status === order.status ? order.ending : null;
    return (
      <>
        <StatusBadge status={event.status} /> {ending === null ? null : <span>{t(`office.ending.${ending}`)}</span>}
      </>
    );
  }
  if (event.kind === 'mail') {
    const untold = t(event.actor === 'operator' ? 'office.history.own_letter' : 'office.history.mail_of_several');
    const about = event.status === null ? untold : t(`office.status.${event.status}`);
    return <span>{t(`office.history.mail.${event.name}`, { about })}</span>;
  }
  const key = `office.deed.${event.name}`;
  const words = t(key);
  const about = [
    event.proposal === null ? '' : t(`office.approval.kind.${event.proposal}`),
    event.outcome === null ? '' : t(`office.detail_value.outcome.${event.outcome}`),
  ].filter((part) => part !== '');
  // A deed without words of its own is still told
  const told = words === key ? event.name : words;
  return <span>{about.length === 0 ? told : `${told}: ${about.join(', ')}`}</span>;
}

function Line({ event, order }: LineProps) {
  const { t, locale } = useWords();
  const who = event.kind === 'mail' ? '' : [t(`office.actor.${event.actor}`), event.actor_name ?? ''].join(' ').trim();
  return (
    <li className={event.kind}>
      <time className="figures dim" dateTime={event.at}>
        {clockTime(event.at, locale)}
      </time>
      <div>
        <What event={event} order={order} />{' '}
        {event.amount === null ? null : (
          <Figures amount={event.amount} {...(event.currency_iso_code === null ? {} : { currency: event.currency_iso_code })} />
        )}{' '}
        <span className="dim">{who}</span>
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

/** The one history: moves, notes, letters, hands it went through, views of requisites; newest first. */
export function History({ id, order }: HistoryProps) {
  const { t } = useWords();
  return (
    <section className="sheet" aria-labelledby="timeline-title">
      <h2 id="timeline-title">{t('office.order.timeline')}</h2>
      <Kept when={order.may_note}>
        <NoteForm
          about={`order:${id}`}
          label={t('office.history.note')}
          submit={t('office.history.add_note')}
          keep={(api, { note }, idempotencyKey) => api(officeAddNote, { params: { id }, body: { note }, idempotencyKey })}
          shownIn={[keys.order(id)]}
        />
      </Kept>
      <ol className="timeline">
        {order.history.toReversed().map((event, index) => (
          // Events are never changed nor taken away: counted from the first, a line keeps its number
          <Line key={order.history.length - index} event={event} order={order} />
        ))}
      </ol>
    </section>
  );
}
