import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeRevealCard } from '#contract/office-card-verifications.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Copy } from '#office/pieces/Copy.tsx';
import { FactList } from '#office/pieces/FactList.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { StatusBadge } from '#office/pieces/StatusBadge.tsx';
import { useWords } from '#office/words/Words.tsx';
import type { CardCheck } from './use-card-deed.ts';
import { isOrderStatus } from './order-status.ts';

interface Props {
  readonly check: CardCheck;
}

/** The card as it was typed; its whole number only when it is asked for, which is written down. */
function Number({ check: { id, attributes } }: Props) {
  const api = useApi();
  const { t } = useWords();
  const look = useMutation({ mutationFn: async () => (await api(officeRevealCard, { params: { id } })).data.attributes.card_number });
  if (look.data !== undefined) return <Copy value={look.data} shown={look.data.replaceAll(/(\d{4})(?=\d)/g, '$1 ')} />;
  return (
    <>
      <span className="code">{attributes.card_masked}</span>
      {attributes.is_mine ? (
        <Button size="compact-sm" variant="subtle" loading={look.isPending} onClick={() => look.mutate()}>
          {t('office_cards.reveal')}
        </Button>
      ) : null}
      {look.isError ? <Problem error={look.error} /> : null}
    </>
  );
}

/** What the photo is compared with. */
export function CardFacts({ check }: Props) {
  const { t, locale } = useWords();
  const { attributes: one } = check;
  return (
    <FactList
      facts={[
        { name: t('office_cards.card'), value: <Number key={check.id} check={check} /> },
        { name: t('office_cards.holder'), value: <strong>{one.name}</strong> },
        { name: t('office_cards.bank'), value: one.issuing_bank },
        { name: t('office_cards.customer'), value: one.customer },
        { name: t('office_cards.sent'), value: clockTime(one.created_at, locale) },
        one.decided_at === null ? null : { name: t('office_cards.decided_at'), value: clockTime(one.decided_at, locale) },
        one.decided_by === null ? null : { name: t('office_cards.decided_by'), value: one.decided_by },
        one.reason === null
          ? null
          : {
              name: t('office_cards.reasons'),
              value: `${t(`office_cards.reason.${one.reason}`)}${one.reason_text === null ? '' : `: ${one.reason_text}`}`,
            },
      ]}
    />
  );
}

/** The order that waits for it. */
export function OrderFacts({ check: { attributes } }: Props) {
  const { t, locale } = useWords();
  const { order } = attributes;
  if (order === null) return <p className="dim">{t('office_cards.no_order')}</p>;
  return (
    <FactList
      facts={[
        {
          name: t('office_cards.order'),
          value: (
            <>
              <Link to={paths.order(order.id)}>{order.id}</Link>
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

/** Other cards that tell something of this one. */
export function Beside({ title, none, cards }: BesideProps) {
  const { t, locale } = useWords();
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
