import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { officeRevealCard } from '#contract/office/orders/card-verifications.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Copy } from '#office/components/Copy.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { CardCheck } from './use-card-action.ts';

const isOrderStatus = (text: string): text is OrderStatus => (ORDER_STATUSES as readonly string[]).includes(text);

interface Props {
  readonly check: CardCheck;
}

/** The masked card number; the whole number on request, which is audited. */
function CardNumber({ check: { id, attributes } }: Props) {
  const { t } = useTranslation();
  const reveal = useCommand(officeRevealCard, { isKeyed: false });
  const number = reveal.result?.data.attributes.card_number;
  if (number !== undefined) return <Copy value={number} shown={number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')} />;
  return (
    <>
      <span className="code">{attributes.card_masked}</span>
      {attributes.is_mine ? (
        <Button size="compact-sm" variant="subtle" loading={reveal.isPending} onClick={() => reveal.run({ params: { id } })}>
          {t('office_cards.reveal')}
        </Button>
      ) : null}
      <CommandProblem error={reveal.error} />
    </>
  );
}

/** The data that the photo is compared with. */
export function CardFacts({ check }: Props) {
  const { t, locale } = useTranslation();
  const { attributes } = check;
  return (
    <FactList
      facts={[
        { name: t('office_cards.card'), value: <CardNumber key={check.id} check={check} /> },
        { name: t('office_cards.holder'), value: <strong>{attributes.name}</strong> },
        { name: t('office_cards.bank'), value: attributes.issuing_bank },
        { name: t('office_cards.customer'), value: attributes.customer },
        { name: t('office_cards.sent'), value: clockTime(attributes.created_at, locale) },
        attributes.decided_at === null ? null : { name: t('office_cards.decided_at'), value: clockTime(attributes.decided_at, locale) },
        attributes.decided_by === null ? null : { name: t('office_cards.decided_by'), value: attributes.decided_by },
        attributes.reason === null
          ? null
          : {
              name: t('office_cards.reasons'),
              value: `${t(`office_cards.reason.${attributes.reason}`)}${attributes.reason_text === null ? '' : `: ${attributes.reason_text}`}`,
            },
      ]}
    />
  );
}

/** The order that waits for the card. */
export function OrderFacts({ check: { attributes } }: Props) {
  const { t, locale } = useTranslation();
  const { order } = attributes;
  if (order === null) return <p className="dim">{t('office_cards.no_order')}</p>;
  return (
    <FactList
      facts={[
        {
          name: t('office_cards.order'),
          value: (
            <>
              <OrderNumber id={order.id} to={paths.order(order.id)} />
              {isOrderStatus(order.status) ? <StatusBadge status={order.status} /> : null}
            </>
          ),
        },
        { name: t('office_cards.gives'), value: order.income },
        { name: t('office_cards.gets'), value: order.outcome },
        { name: t('office_cards.to'), value: <span className="code">{Object.values(order.outcome_requisites_masked).join(' ')}</span> },
        { name: t('office_cards.made'), value: clockTime(order.created_at, locale) },
      ]}
    />
  );
}

interface BesideProps {
  readonly title: string;
  readonly none: string;
  readonly cards: CardCheck['attributes']['earlier'];
}

/** Other cards of the same customer or the same number. */
export function OtherCards({ title, none, cards }: BesideProps) {
  const { t, locale } = useTranslation();
  return (
    <section>
      <h3>{title}</h3>
      {cards.length === 0 ? (
        <p className="dim">{none}</p>
      ) : (
        <ul className="card-beside">
          {cards.map((card) => (
            <li key={card.id}>
              <Link to={paths.cardCheck(card.id)} className="code">
                {card.card_masked}
              </Link>{' '}
              {card.name} · {t(`office_cards.state.${card.status}`)}
              {card.reason === null ? '' : ` (${t(`office_cards.reason.${card.reason}`)})`} · {clockTime(card.created_at, locale)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
