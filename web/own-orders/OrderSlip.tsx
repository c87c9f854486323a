import { Link } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { Mark } from '#ui/Mark.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { STATUS_GROUP } from '#core/order/status.ts';
import type { System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order } from '#web/order/order.ts';
import { timelineMessage } from '#web/order/state-messages.ts';
import { shortStateKeyOf } from '#web/order/withdrawal-state-key.ts';

const TONES = { waiting: 'text-time', processing: 'text-ink', done: 'text-action', failed: 'text-muted' } as const;

interface SideProps {
  readonly name: string;
  readonly amount: string;
  readonly system: System | undefined;
  /** The amount still follows the market. */
  readonly isEstimate?: boolean;
}

function Side({ name, amount, system, isEstimate = false }: SideProps) {
  const { t, locale } = useTranslation();
  const formatted = system === undefined ? amount : formatMoney(amount, system, locale);
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      {system === undefined ? null : (
        <Mark kind={system.kind} monogram={system.mark.monogram} tint={system.mark.tint} network={system.network} className="size-7" />
      )}
      <dl className="min-w-0">
        <dt className="truncate text-sm text-muted">{system?.name ?? name}</dt>
        <dd className="figures font-semibold wrap-anywhere">{isEstimate ? t('own.orders.about', { amount: formatted }) : formatted}</dd>
      </dl>
    </div>
  );
}

/** An order in short: both amounts, its state, and a link to open or repeat it. */
export function OrderSlip({ order, systems }: { readonly order: Order; readonly systems: readonly System[] }) {
  const { t, to, locale } = useTranslation();
  const find = (id: string) => systems.find((system) => system.id === id);
  const isWaiting = order.status_group === 'waiting';
  const page = to(`/${order.withdrawal === null ? 'order' : 'withdrawal'}/${order.id}`);
  return (
    <article className="rounded-t-tray border-b-2 border-dashed border-line bg-sheet px-4 py-4 drop-shadow-slip sm:px-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <h2 className="figures font-medium">
          <Link className="link inline-flex min-h-6 items-center" to={page}>
            {order.number}
          </Link>
        </h2>
        <time dateTime={order.created_at} className="figures text-muted">
          {formatDateTime(order.created_at, locale)}
        </time>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {order.withdrawal === null ? (
          <Side name={order.payment_system_from_id} amount={order.income_amount} system={find(order.payment_system_from_id)} />
        ) : (
          <Side
            name={t(`own.orders.purse.${order.withdrawal.purse}`)}
            amount={formatMoney(order.income_amount, { currency_iso_code: 'USD', precision: 2 }, locale)}
            system={undefined}
          />
        )}
        <Side
          name={order.payment_system_to_id}
          amount={order.outcome_amount}
          system={find(order.payment_system_to_id)}
          isEstimate={order.withdrawal !== null && order.rate_type === 'floating'}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className={`text-sm font-medium first-letter:uppercase ${TONES[STATUS_GROUP[order.status]]}`} data-status={order.status}>
          {t(order.withdrawal === null ? timelineMessage(order, order.status) : shortStateKeyOf(order, order.status))}
        </p>
        {order.allowed_actions.includes('repeat') ? (
          <Link className={buttonLook('plain')} to={to(`/order/${order.id}/repeat`)}>
            {t('own.orders.repeat')}
          </Link>
        ) : isWaiting ? (
          <Link className={buttonLook('plain')} to={page}>
            {t('own.orders.open')}
          </Link>
        ) : null}
      </div>
    </article>
  );
}
