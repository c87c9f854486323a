import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { officeListIncidents } from '#contract/office/shop/incidents.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { loadPart } from '#office/api/outdated.ts';
import { useApi } from '#office/api/use-api.ts';
import { Age } from '#office/components/Age.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { Copy } from '#office/components/Copy.tsx';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { StatusBadge, WaitsWhy } from '#office/components/StatusBadge.tsx';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { EditingScope, KeepWhileEditing, useFrozenWhileEditing } from '#office/editing/Editing.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ensureMessages } from '#office/i18n/load-messages.ts';
import { CloseIncident, Incident } from '#office/incidents/Incident.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { ActionPanel } from '#office/order/ActionPanel.tsx';
import { CustomerPanel } from '#office/order/CustomerPanel.tsx';
import { DecisionStrip } from '#office/order/DecisionStrip.tsx';
import { Evidence } from '#office/order/Evidence.tsx';
import { Facts } from '#office/order/Facts.tsx';
import { History } from '#office/order/History.tsx';
import { ObservationPanel } from '#office/order/ObservationPanel.tsx';
import { OtherActionsPanel } from '#office/order/OtherActionsPanel.tsx';
import { Postings } from '#office/order/Postings.tsx';
import { SurplusPanel } from '#office/order/SurplusPanel.tsx';
import { useLease } from '#office/order/use-lease.ts';
import { useCustomer, useOrder } from '#office/order/use-order.ts';
import { paths } from '#office/paths.ts';
import { PayoutsPanel } from '#office/payouts/PayoutsPanel.tsx';
import { storedPlace } from '#office/queue/use-cursor.ts';

const KEY_NAMES = { back: 'b' };

/** Open incidents of this order: some of them hold its payouts, and the operator must see why. */
function AlarmsPanel({ id }: { readonly id: string }) {
  const api = useApi();
  const { t } = useTranslation();
  const { actions } = useOperator();
  const queryKey = [...keys.incidents(), 'order', id];
  const alarms = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListIncidents, { query: { state: 'open', subject: id }, signal }),
    enabled: actions.includes('read_incidents'),
    refetchInterval: 15_000,
  });
  const rows = useRowsWhileEditing(alarms, queryKey);
  if (rows.rows.length === 0) return null;
  return (
    <section className="order-alarms" aria-labelledby="order-alarms">
      <h2 id="order-alarms">{t('office.incidents.title')}</h2>
      <Cards list={rows}>
        {({ id: incidentId, attributes }) => (
          <>
            <Incident incident={attributes} />
            {actions.includes('close_incidents') ? <CloseIncident id={incidentId} /> : null}
          </>
        )}
      </Cards>
    </section>
  );
}

/** The requote that the customer sees: the reason, and each choice with its amounts. */
function RequotePanel({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const { requote, income, outcome } = order;
  if (requote === null) return null;
  const part = (key: 'missing' | 'takes' | 'gets' | 'back', amount: string | null, currency: string) =>
    amount === null || amount === '0' ? null : (
      <span>
        <span className="dim">{t(`office.requote.${key}`)}</span> <Figures amount={amount} currency={currency} />
      </span>
    );
  return (
    <section className="sheet" aria-labelledby="requote-title">
      <h2 id="requote-title">{t('office.requote.title')}</h2>
      <p>{t(`office.requote.reason.${requote.reason}`)}</p>
      <ol className="list">
        {requote.options.map((option) => (
          <li key={option.choice}>
            <strong>{t(`office.requote.choice.${option.choice}`)}</strong>
            <p className="line">
              {part('missing', option.missing_amount, income.currency_iso_code)}
              {part('takes', option.income_amount, income.currency_iso_code)}
              {part('gets', option.outcome_amount, outcome.currency_iso_code)}
              {part('back', option.refund_amount, income.currency_iso_code)}
            </p>
            <p className="dim">{t('office.requote.until', { at: clockTime(option.expires_at, locale) })}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Loaded after the order, with its messages. An outdated office cannot load it: the order and its input stay. */
const OrderChat = lazy(() =>
  loadPart(async () => {
    await ensureMessages('office_chat');
    return { default: (await import('#office/chat/OrderChat.tsx')).OrderChat };
  }),
);
const OrderReview = lazy(() =>
  loadPart(async () => {
    await ensureMessages('office_reviews');
    return { default: (await import('#office/reviews/OrderReview.tsx')).OrderReview };
  }),
);

const ManualPayouts = lazy(() =>
  loadPart(async () => {
    await ensureMessages('office_by_hand');
    return { default: (await import('#office/payout-tasks/ManualPayouts.tsx')).ManualPayouts };
  }),
);

/** Reasons that concern a payout or refund attempt. */
const ABOUT_PAYOUT: ReadonlySet<string> = new Set(['payout_unknown', 'by_hand', 'refund_failed']);

/** One order: facts for the decision and allowed actions on top, details below. */
function Order({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useOrder(id);
  const lease = useLease(id);
  const customer = useCustomer(id);
  const { actions } = useOperator();
  const attention = query.data?.order.attention ?? null;
  // The payouts panel is on top while a payout attempt needs a decision; it does not move while it is edited
  const { value: isAboutPayout, report } = useFrozenWhileEditing(attention !== null && ABOUT_PAYOUT.has(attention));
  // The part stays once it was shown, so that no input is lost
  const [isByPeople, setByPeople] = useState(false);
  if (attention === 'manual_payout' && !isByPeople) setByPeople(true);
  // Returns to the list and row that the order was opened from (`queue/use-cursor.ts`)
  const [queuePath] = useState(() => paths.queue(storedPlace()?.list));
  useKeys({ b: () => void navigate(queuePath) }, 'page', KEY_NAMES);
  useLayoutEffect(() => window.scrollTo(0, 0), []);
  useDocumentTitle(t('office.order.title', { id: query.data?.order.number ?? id }));
  if (query.isPending) return <Loader className="loading" role="progressbar" aria-label={t('office.loading')} />;
  if (query.data === undefined) {
    return statusOf(query.error) === 404 ? (
      <p className="empty">{t('office.order.unknown', { id })}</p>
    ) : (
      <Problem error={query.error} retry={() => void query.refetch()} />
    );
  }
  const { order, serverOffsetMs } = query.data;
  const payouts = (
    <EditingScope report={report} isOutdated={false}>
      <PayoutsPanel id={id} order={order} lease={lease} />
    </EditingScope>
  );
  return (
    <>
      <div className="order-head">
        <Link to={queuePath}>‹ {t('office.nav.queue')}</Link>
        <h1 className="figures">{order.number}</h1>
        <Copy value={id} />
        <StatusBadge status={order.status} attention={order.attention} />
        {order.ending === null ? null : <span className="dim">{t(`office.ending.${order.ending}`)}</span>}
        <WaitsWhy why={order.waits_why} />
        <span className="dim">
          <Age at={order.status_changed_at} serverOffsetMs={serverOffsetMs} />
        </span>
      </div>
      {query.isError ? <Problem error={query.error} retry={() => void query.refetch()} /> : null}
      <AlarmsPanel id={id} />
      <DecisionStrip order={order} customer={customer.data} serverOffsetMs={serverOffsetMs}>
        <ActionPanel id={id} order={order} lease={lease} serverOffsetMs={serverOffsetMs} />
        <KeepWhileEditing when={order.may_observe}>
          <ObservationPanel id={id} order={order} lease={lease} />
        </KeepWhileEditing>
        <Suspense fallback={null}>{isByPeople && actions.includes('handle_payouts') ? <ManualPayouts orderId={id} /> : null}</Suspense>
        {isAboutPayout ? payouts : null}
      </DecisionStrip>
      <div className="order-grid">
        <div className="column-facts">
          <Facts order={order} />
          <Evidence order={order} />
          <Postings order={order} />
        </div>
        <div className="column-actions">
          <RequotePanel order={order} />
          <SurplusPanel id={id} order={order} />
          {isAboutPayout ? null : payouts}
          <OtherActionsPanel id={id} order={order} lease={lease} />
          {customer.data === undefined ? null : <CustomerPanel id={id} customer={customer.data} />}
          {customer.isError ? <Problem error={customer.error} retry={() => void customer.refetch()} /> : null}
          <Suspense fallback={null}>
            {order.status === 'completed' && actions.includes('read_reviews') ? <OrderReview orderId={id} /> : null}
          </Suspense>
          <Suspense fallback={null}>{actions.includes('read_chat') ? <OrderChat orderId={id} /> : null}</Suspense>
          <History id={id} order={order} />
        </div>
      </div>
    </>
  );
}

export function OrderPage() {
  const { id = '' } = useParams();
  // Another order remounts the page: lease and open forms belong to one order
  return <Order key={id} id={id} />;
}
