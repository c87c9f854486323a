import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CustomerCardAttributes, officeJudgePair, officeTakeBackPair } from '#contract/office/customers/customer-desk.ts';
import { PAIR_VERDICTS, type PairVerdict } from '#core/customer/customer.ts';
import { useOperator } from '#office/api/operator.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm, FormButton } from '#office/form/ActionForm.tsx';
import { Select, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { CARD_QUERIES } from './PersonPart.tsx';

interface JudgePairProps {
  readonly id: string;
  /** The other customer's id; null: the operator enters it. */
  readonly other: string | null;
  readonly onClose: () => void;
}

/** Records that two customers are one person, or not connected. */
export function JudgePair({ id, other, onClose }: JudgePairProps) {
  const { t } = useTranslation();
  const form = useFields({ other: '', verdict: null as PairVerdict | null });
  const judge = useCommand(officeJudgePair, { after: CARD_QUERIES, onDone: onClose });
  const { verdict } = form.values;
  const send = (note: string) => {
    if (verdict !== null) judge.run({ params: { id }, body: { other: other ?? form.values.other.trim(), verdict, note } });
  };
  return (
    <ActionForm
      what={t('customers_desk.pair.what')}
      submit={t('customers_desk.pair.say')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      command={judge}
      onSubmit={send}
      onCancel={onClose}
    >
      {other === null ? <TextInput {...form.text('other')} label={t('customers_desk.pair.other')} required maxLength={254} /> : null}
      <Select
        {...form.option('verdict', PAIR_VERDICTS)}
        label={t('customers_desk.pair.verdict')}
        required
        data={PAIR_VERDICTS.map((value) => ({ value, label: t(`customers_desk.pair.${value}`) }))}
      />
    </ActionForm>
  );
}

interface TakeBackProps {
  readonly id: string;
  readonly other: string;
  readonly onClose: () => void;
}

/** Withdraws a verdict on two customers. */
function TakeBackPair({ id, other, onClose }: TakeBackProps) {
  const { t } = useTranslation();
  const takeBack = useCommand(officeTakeBackPair, { after: CARD_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t('customers_desk.pair.take_back_what')}
      submit={t('customers_desk.pair.take_back')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      command={takeBack}
      onSubmit={(note) => takeBack.run({ params: { id, other_id: other }, body: { note } })}
      onCancel={onClose}
    />
  );
}

type Linked = CustomerCardAttributes['linked'][number];

interface LinkedPartProps {
  readonly id: string;
  readonly card: Pick<CustomerCardAttributes, 'linked'>;
}

/** Another customer, what both share, and an operator's verdict on the pair. */
function LinkedCustomer({ id, linked }: { readonly id: string; readonly linked: Linked }) {
  const { t, locale } = useTranslation();
  const mayJudge = useOperator().actions.includes('change_customers');
  const [openForm, setOpenForm] = useState<'judge' | 'take_back' | null>(null);
  const close = () => setOpenForm(null);
  return (
    <li>
      <p className="line">
        <Link to={paths.customer(linked.id)} translate="no">
          {linked.email}
        </Link>
        <span className={linked.strength === 'strong' ? 'badge person' : 'badge'}>{t(`customers_desk.linked.${linked.strength}`)}</span>
        <span className="dim">{linked.by.map((by) => t(`customers_desk.linked.by.${by}`)).join(', ')}</span>
      </p>
      {linked.said === null ? null : (
        <p className="dim">
          {t(`customers_desk.pair.${linked.said.verdict}`)} ·{' '}
          {t('customers_desk.pair.said', { by: linked.said.by, at: clockTime(linked.said.at, locale), note: linked.said.note })}
        </p>
      )}
      {openForm === 'judge' ? <JudgePair id={id} other={linked.id} onClose={close} /> : null}
      {openForm === 'take_back' ? <TakeBackPair id={id} other={linked.id} onClose={close} /> : null}
      {mayJudge && openForm === null ? (
        <div className="row">
          <Button size="xs" variant="default" onClick={() => setOpenForm('judge')}>
            {t('customers_desk.pair.add')}
          </Button>
          {linked.said === null ? null : (
            <Button size="xs" variant="default" onClick={() => setOpenForm('take_back')}>
              {t('customers_desk.pair.take_back')}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}

/** Customers who share something with this one, how strong the link is, and operators' verdicts. */
export function LinkedPart({ id, card }: LinkedPartProps) {
  const { t } = useTranslation();
  const mayJudge = useOperator().actions.includes('change_customers');
  return (
    <section className="sheet" aria-labelledby="customer-linked">
      <h2 id="customer-linked">{t('customers_desk.linked.title')}</h2>
      {card.linked.length === 0 ? <p className="dim">{t('customers_desk.linked.none')}</p> : null}
      <ul className="list">
        {card.linked.map((linked) => (
          <LinkedCustomer key={linked.id} id={id} linked={linked} />
        ))}
      </ul>
      <FormButton label={t('customers_desk.pair.another')} isOffered={mayJudge}>
        {(close) => <JudgePair id={id} other={null} onClose={close} />}
      </FormButton>
    </section>
  );
}
