import { Link } from 'react-router';
import type { CustomerCardAttributes } from '#contract/office/customers/customer-desk.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface CardProps {
  readonly card: CustomerCardAttributes;
}

function Referrer({ card: { referrer } }: CardProps) {
  const { t } = useTranslation();
  if (referrer === null) return null;
  const { email, customer_id: id, is_stopped: isStopped } = referrer;
  return (
    <p className="line">
      <span>{t('customers_desk.earned.referrer')}</span>
      {id === null ? (
        <span translate="no">{email}</span>
      ) : (
        <Link to={paths.customer(id)} translate="no">
          {email}
        </Link>
      )}
      {isStopped ? <span className="badge person">{t('customers_desk.earned.stopped')}</span> : null}
    </p>
  );
}

const isZero = (amount: string): boolean => Number(amount) === 0;

function Balance({ balance }: { readonly balance: CustomerCardAttributes['purses'][number] }) {
  const { t, locale } = useTranslation();
  const amountText = (name: string, amount: string) => t(`customers_desk.earned.${name}`, { amount: dollars(amount, locale) });
  const isNegative = balance.owed.startsWith('-');
  return (
    <p className="line">
      <strong>{t(`customers_desk.earned.purse.${balance.purse}`)}</strong>
      <span>{dollars(balance.owed, locale)}</span>
      {isNegative ? (
        <span className="badge person">{amountText('negative', balance.owed.slice(1))}</span>
      ) : (
        <span>{amountText('available', balance.available)}</span>
      )}
      {(['accrued', 'paid'] as const).map((name) =>
        isZero(balance[name]) ? null : (
          <span key={name} className="dim">
            {amountText(name, balance[name])}
          </span>
        ),
      )}
    </p>
  );
}

/** Links to the partner page and the brought orders. */
function EarningLinks({ card: { partner_id: partnerId, account } }: CardProps) {
  const { actions } = useOperator();
  const { t } = useTranslation();
  const mayReadPartners = actions.includes('read_partners');
  return (
    <p className="line">
      {partnerId === null ? null : mayReadPartners ? (
        <Link to={paths.partner(partnerId)}>{t('customers_desk.earned.partner')}</Link>
      ) : (
        <span>{t('customers_desk.earned.partner')}</span>
      )}
      {account !== null && actions.includes('read_earnings') ? (
        <Link to={paths.referralPairs(account.email)}>{t('customers_desk.earned.brought')}</Link>
      ) : null}
    </p>
  );
}

/** Balances, withdrawals and the referrer of the customer. */
export function EarnedPart({ card }: CardProps) {
  const { t, locale } = useTranslation();
  const mayReadOrders = useOperator().actions.includes('read_orders');
  if (card.account === null && card.referrer === null) return null;
  return (
    <section className="sheet" aria-labelledby="customer-earned">
      <h2 id="customer-earned">{t('customers_desk.earned.title')}</h2>
      <Referrer card={card} />
      <EarningLinks card={card} />
      {card.purses.map((balance) => (
        <Balance key={balance.purse} balance={balance} />
      ))}
      {card.account === null ? null : card.withdrawals.length === 0 ? (
        <p className="dim">{t('customers_desk.earned.none')}</p>
      ) : (
        <>
          <h3>{t('customers_desk.earned.withdrawals')}</h3>
          <ul className="list">
            {card.withdrawals.map((withdrawal) => (
              <li key={withdrawal.id} className="line">
                <OrderNumber id={withdrawal.id} to={mayReadOrders ? paths.withdrawal(withdrawal.id) : undefined} />
                <StatusBadge status={withdrawal.status} />
                <span>{dollars(withdrawal.purse_amount, locale)}</span>
                <span className="dim">{clockTime(withdrawal.created_at, locale)}</span>
              </li>
            ))}
          </ul>
          {mayReadOrders ? <Link to={paths.withdrawals(card.account.email)}>{t('customers_desk.earned.all')}</Link> : null}
        </>
      )}
    </section>
  );
}
