import type { ReactNode } from 'react';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { formatSize } from '#core/format/size.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { Copy, Transaction } from '#office/components/Copy.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { PaymentBadge } from '#office/components/StatusBadge.tsx';
import { railName } from '#office/components/detail-facts.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { postingState } from './order-money.ts';

/** Links to other orders with the same cheque. */
function DuplicateCheque({ orders }: { readonly orders: readonly string[] }) {
  const { t } = useTranslation();
  if (orders.length === 0) return null;
  return (
    <p className="problem">
      {t('office.order.cheque_twice')}{' '}
      {orders.map((id) => (
        <OrderNumber key={id} id={id} to={paths.order(id)} />
      ))}
    </p>
  );
}

/** The same warning next to the actions: the cheques themselves are further down. */
export function ChequeWarning({ order }: { readonly order: OfficeOrderAttributes }) {
  return <DuplicateCheque orders={[...new Set(order.cheques.flatMap((cheque) => cheque.also_on_orders))]} />;
}

interface DepositProps {
  readonly deposit: OfficeOrderAttributes['deposits'][number];
  readonly all: OfficeOrderAttributes['deposits'];
}

function Deposit({ deposit, all }: DepositProps) {
  const { t, locale } = useTranslation();
  return (
    <li>
      <p className="line">
        <PaymentBadge state={deposit.state} />
        <Figures amount={deposit.amount} currency={deposit.payment_system.currency_iso_code} />
        <span className="dim">
          {railName(deposit.rail, t)} · {clockTime(deposit.first_seen_at, locale)}
          {deposit.required_confirmations > 0 ? ` · ${deposit.confirmations} / ${deposit.required_confirmations}` : ''}
          {' · '}
          {t(`office.order.${postingState(deposit, all)}`)}
        </span>
      </p>
      {deposit.rail === 'operator' ? <p className="dim">{t('office.history.reference', { reference: deposit.reference })}</p> : null}
      {deposit.note === null ? null : <p className="note">{deposit.note}</p>}
      <Transaction hash={deposit.tx_hash} url={deposit.tx_url} />
    </li>
  );
}

function Cheque({ cheque }: { readonly cheque: OfficeOrderAttributes['cheques'][number] }) {
  const { t, locale } = useTranslation();
  return (
    <li>
      <p className="line">
        <a href={cheque.url} download>
          {t('office.order.cheque_file', { size: formatSize(cheque.size, locale) })}
        </a>
        <span className="dim">{clockTime(cheque.created_at, locale)}</span>
      </p>
      <DuplicateCheque orders={cheque.also_on_orders} />
    </li>
  );
}

function Claim({ claim }: { readonly claim: NonNullable<OfficeOrderAttributes['claim']> }) {
  const { t, locale } = useTranslation();
  return (
    <FactList
      facts={[
        { name: t('office.order.claimed_at'), value: claim.at === null ? '—' : clockTime(claim.at, locale) },
        claim.invoice_id === null ? null : { name: t('office.order.invoice_id'), value: <Copy value={claim.invoice_id} /> },
        claim.tx_hash === null ? null : { name: t('office.order.tx_hash'), value: <Copy value={claim.tx_hash} /> },
      ]}
    />
  );
}

interface PartProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Part({ title, isEmpty, children }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      <h3>{title}</h3>
      {isEmpty ? <p className="dim">{t('office.order.none')}</p> : children}
    </>
  );
}

/** Evidence of the payment: observed transfers, the customer's claim, cheques. */
export function Evidence({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="evidence-title">
      <h2 id="evidence-title">{t('office.order.evidence')}</h2>
      <Part title={t('office.order.deposits')} isEmpty={order.deposits.length === 0}>
        <ul className="list">
          {order.deposits.map((deposit) => (
            <Deposit key={deposit.id} deposit={deposit} all={order.deposits} />
          ))}
        </ul>
      </Part>
      <Part title={t('office.order.claim_title')} isEmpty={order.claim === null}>
        {order.claim === null ? null : <Claim claim={order.claim} />}
      </Part>
      <Part title={t('office.order.cheques')} isEmpty={order.cheques.length === 0}>
        <ul className="list">
          {order.cheques.map((cheque) => (
            <Cheque key={cheque.id} cheque={cheque} />
          ))}
        </ul>
      </Part>
    </section>
  );
}
