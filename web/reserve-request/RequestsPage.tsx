import { Form } from 'react-router';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Mark } from '#ui/Mark.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { System } from '#web/catalogue/systems.ts';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OwnRequest } from './reserve-request-routes.ts';

interface RequestsPageProps {
  readonly requests: readonly OwnRequest[];
  readonly systems: readonly System[];
  readonly returned: ReturnedForm | undefined;
}

function RequestCard({ request, system }: { readonly request: OwnRequest; readonly system: System | undefined }) {
  const { t, to, locale } = useTranslation();
  const amount = system === undefined ? request.amount : formatMoney(request.amount, system, locale);
  return (
    <article className="grid gap-3 rounded-tray border border-line bg-sheet p-4 sm:p-5">
      <div className="flex items-start gap-3">
        {system === undefined ? null : <Mark kind={system.kind} {...system.mark} network={system.network} className="size-8" />}
        <div className="min-w-0">
          <h2 className="font-semibold">{system?.name ?? request.payment_system_id}</h2>
          <p className="figures">{amount}</p>
        </div>
      </div>
      <p className="text-sm text-muted">
        {t(`reserve_request.state.${request.state}`)}{' '}
        <time className="figures" dateTime={request.notified_at ?? request.asked_at}>
          {formatDateTime(request.notified_at ?? request.asked_at, locale)}
        </time>
      </p>
      {request.state === 'open' ? (
        <Form noValidate method="post">
          <input type="hidden" name="id" value={request.id} />
          <Button type="submit">{t('reserve_request.take_back')}</Button>
        </Form>
      ) : request.state === 'notified' ? (
        <p>
          <a className={buttonLook('plain')} href={to(`/?to=${request.payment_system_id}&get=${request.amount}`)}>
            {t('reserve_request.exchange')}
          </a>
        </p>
      ) : null}
    </article>
  );
}

/** The customer's requests for a notice when a reserve suffices. */
export function RequestsPage({ requests, systems, returned }: RequestsPageProps) {
  const { t, to } = useTranslation();
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('reserve_request.own')}</h1>
      <p className="text-muted">{t('reserve_request.own_lead')}</p>
      <FormNotice {...errorsOf(returned, [])} />
      {requests.length === 0 ? (
        <Notice title={t('reserve_request.none')} />
      ) : (
        <ul className="grid gap-4">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestCard request={request} system={systems.find(({ id }) => id === request.payment_system_id)} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a className={buttonLook('plain')} href={to('/reserve-request')}>
          {t('reserve_request.ask')}
        </a>
      </p>
    </div>
  );
}
