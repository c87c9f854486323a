import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type IncidentAttributes, officeCloseIncident } from '#contract/office/shop/incidents.ts';
import { KINDS_WITHOUT_SUBJECT } from '#core/staff/incident.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Details } from '#office/components/FactList.tsx';
import { subjectText } from '#office/components/detail-facts.ts';
import { OutdatedNotice } from '#office/editing/Editing.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';

/** Alarms whose subject is an order (`core/staff/incident.ts`). The subject of an e-mail alarm is an order unless its kind says otherwise. */
const ABOUT_ORDERS: ReadonlySet<IncidentAttributes['kind']> = new Set(['payment_reverted', 'payment_odd']);
const isAboutOrder = ({ kind, detail }: IncidentAttributes): boolean =>
  ABOUT_ORDERS.has(kind) || (kind === 'mail_undeliverable' && (detail['letter'] ?? 'order') === 'order');

/** The order that an incident names. */
const orderOf = (incident: IncidentAttributes): string | undefined => {
  const { subject, detail } = incident;
  if (isAboutOrder(incident)) return subject;
  const order = detail['order_id'] ?? detail['order'];
  return typeof order === 'string' ? order : undefined;
};

/** Subject as text; without a message its name. */
function Subject({ incident: { kind, subject } }: { readonly incident: IncidentAttributes }) {
  const { t } = useTranslation();
  const text = subjectText(kind, subject, t);
  return text === null ? <span className="code">{subject}</span> : <span>{text}</span>;
}

/** One alarm with a link to its subject. */
export function Incident({ incident }: { readonly incident: IncidentAttributes }) {
  const { t, locale } = useTranslation();
  const order = orderOf(incident);
  return (
    <>
      <p className="line">
        <strong>{t(`office.incident.kind.${incident.kind}`)}</strong>
        {order === undefined ? null : <OrderNumber id={order} to={paths.order(order)} />}
        {typeof incident.detail['withdrawal_id'] === 'string' ? (
          <OrderNumber id={incident.detail['withdrawal_id']} to={paths.withdrawal(incident.detail['withdrawal_id'])} />
        ) : null}
        {incident.kind === 'change_not_applied' ? <Link to={paths.change(incident.subject)}>{t('office.approvals.change')}</Link> : null}
        {order === incident.subject ||
        incident.detail['withdrawal_id'] === incident.subject ||
        incident.kind === 'change_not_applied' ||
        KINDS_WITHOUT_SUBJECT.has(incident.kind) ? null : (
          <Subject incident={incident} />
        )}
        {incident.times > 1 ? <span className="badge person">{t('office.incidents.times', { count: incident.times })}</span> : null}
        <span className="dim">
          {clockTime(incident.first_at, locale)}
          {incident.last_at === incident.first_at ? '' : ` – ${clockTime(incident.last_at, locale)}`}
        </span>
      </p>
      <Details detail={incident.detail} />
      {incident.closed_at === null ? null : (
        <p className="dim">
          {incident.closed_by === null
            ? t('office.incidents.healed', { at: clockTime(incident.closed_at, locale) })
            : t('office.incidents.closed_by', { who: incident.closed_by, at: clockTime(incident.closed_at, locale) })}
        </p>
      )}
      {incident.note === null || incident.note === '' ? null : (
        <p className="note" translate="no">
          {incident.note}
        </p>
      )}
    </>
  );
}

/** Closes an incident with a note on its cause. */
export function CloseIncident({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const form = useFields({ note: '' });
  const close = useCommand(officeCloseIncident, { after: [keys.incidents()], onDone: () => form.reset() });
  return (
    <CheckedForm className="stack" command={close} onSubmit={() => close.run({ params: { id }, body: { note: form.values.note.trim() } })}>
      <Textarea {...form.text('note')} label={t('office.incidents.note')} required autosize minRows={1} maxLength={2000} />
      <OutdatedNotice when={form.isOutdated && !close.isPending} />
      <FormProblem />
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={close.isPending}>
          {t('office.incidents.close')}
        </Button>
      </div>
    </CheckedForm>
  );
}
