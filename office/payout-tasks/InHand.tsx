import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeRevealTask, type PayoutTaskAttributes } from '#contract/office-payout-tasks.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { Copy } from '#office/pieces/Copy.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { FactList } from '#office/pieces/FactList.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { ProofFields } from './Proof.tsx';
import { useTaskDeed } from './use-task-deed.ts';

interface Props {
  readonly task: Resource<PayoutTaskAttributes>;
}

/** Where it goes, whole, to be copied; every look is a line of the audit log. */
function Destination({ task: { id, attributes } }: Props) {
  const api = useApi();
  const { t } = useWords();
  const look = useMutation({ mutationFn: async () => (await api(officeRevealTask, { params: { id } })).data.attributes.requisites });
  if (look.data === undefined)
    return (
      <>
        {look.isError ? <Problem error={look.error} /> : null}
        <Button size="sm" variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          {t('office_by_hand.reveal')}
        </Button>
      </>
    );
  return (
    <FactList
      facts={[
        ...look.data.map(({ key, label, value, groups }) => ({
          name: label,
          value: <Copy key={key} value={value} shown={groups.join(' ')} />,
        })),
        { name: t('office_by_hand.tasks.amount'), value: <Copy value={attributes.amount} /> },
      ]}
    />
  );
}

const FIELDS = ['reference', 'amount', 'proof'];

/** What was sent, and the bank's paper of it: the paper goes first, and stays where the rest is refused. */
function Sent({ task, onClose }: Props & { readonly onClose: () => void }) {
  const { id, attributes } = task;
  const { t, locale } = useWords();
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isShown, setShown] = useState(false);
  const attach = useTaskDeed(id);
  const end = useTaskDeed(id, onClose);
  const isAttached = attributes.has_proof || attach.isSuccess;
  const mayAttach = attributes.allowed_actions.includes('add_proof');
  const error = attach.error ?? end.error;
  const chooseFile = (chosen: File | null) => {
    setFile(chosen);
    attach.reset();
  };
  const send = (note: string) => {
    const say = () => end.mutate({ deed: 'sent', reference, amount, note });
    if (file === null || isAttached) say();
    else attach.mutate({ deed: 'proof', file, isShown }, { onSuccess: say });
  };
  return (
    <DeedForm
      what={t('office_by_hand.tasks.sent_hint', { amount: money(attributes.amount, attributes.currency_iso_code, locale) })}
      submit={t('office_by_hand.tasks.mark_sent')}
      note={{ label: t('office_by_hand.note'), isRequired: false }}
      isBusy={attach.isPending || end.isPending}
      error={error}
      fields={FIELDS}
      onSubmit={send}
      onCancel={onClose}
    >
      <TextInput
        label={t('office_by_hand.tasks.reference')}
        required
        autoComplete="off"
        value={reference}
        error={fieldProblem(error, 'reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <TextInput
        label={t('office_by_hand.tasks.amount_again')}
        required
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={fieldProblem(error, 'amount')}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      {isAttached ? (
        <p className="dim">{t('office_by_hand.tasks.proof_attached')}</p>
      ) : mayAttach ? (
        <ProofFields task={task} {...{ file, isShown, error }} onFile={chooseFile} onShown={setShown} />
      ) : null}
    </DeedForm>
  );
}

function Failed({ task, onClose }: Props & { readonly onClose: () => void }) {
  const { id } = task;
  const { purpose } = task.attributes;
  const { t } = useWords();
  const [isDestinationWrong, setDestinationWrong] = useState(false);
  const end = useTaskDeed(id, onClose);
  return (
    <DeedForm
      what={t('office_by_hand.tasks.failed_hint')}
      submit={t('office_by_hand.tasks.mark_failed')}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      isGrave
      isBusy={end.isPending}
      error={end.error}
      onSubmit={(reason) => end.mutate({ deed: 'failed', reason, isDestinationWrong })}
      onCancel={onClose}
    >
      {purpose === 'payout' ? (
        <Checkbox
          label={t('office_by_hand.tasks.destination_wrong')}
          description={t('office_by_hand.tasks.destination_wrong_hint')}
          checked={isDestinationWrong}
          onChange={(event) => setDestinationWrong(event.currentTarget.checked)}
        />
      ) : null}
    </DeedForm>
  );
}

/** Nothing was sent by the one who had it: how that is known. */
function NotSent({ task: { id, attributes }, onClose }: Props & { readonly onClose: () => void }) {
  const { t, locale } = useWords();
  const say = useTaskDeed(id, onClose);
  return (
    <DeedForm
      what={t('office_by_hand.tasks.not_sent_hint', { amount: money(attributes.amount, attributes.currency_iso_code, locale) })}
      submit={t('office_by_hand.tasks.mark_not_sent')}
      note={{ label: t('office_by_hand.tasks.not_sent_how'), isRequired: true }}
      isGrave
      isBusy={say.isPending}
      error={say.error}
      onSubmit={(note) => say.mutate({ deed: 'not_sent', note })}
      onCancel={onClose}
    />
  );
}

const SAYABLE = ['mark_sent', 'mark_not_sent', 'mark_failed'] as const;
const FORMS = { mark_sent: Sent, mark_not_sent: NotSent, mark_failed: Failed } as const;

/** A payout that this person has in hand, or that was taken over from him: where it goes, and what became of it. */
export function InHand({ task }: Props) {
  const { t } = useWords();
  const [saying, setSaying] = useState<(typeof SAYABLE)[number] | null>(null);
  const back = useTaskDeed(task.id);
  const may = (action: PayoutTaskAttributes['allowed_actions'][number]) => task.attributes.allowed_actions.includes(action);
  const Form = saying === null ? null : FORMS[saying];
  return (
    <div className="by-hand-form">
      {task.attributes.is_mine && task.attributes.may_be_sent ? <p className="problem">{t('office_by_hand.tasks.may_be_sent')}</p> : null}
      {may('reveal') ? <Destination task={task} /> : null}
      {Form === null ? null : <Form task={task} onClose={() => setSaying(null)} />}
      {back.isError ? <Problem error={back.error} /> : null}
      {saying === null ? (
        <div className="row">
          {SAYABLE.filter(may).map((action) => (
            <Button key={action} size="sm" variant={action === 'mark_sent' ? 'filled' : 'default'} onClick={() => setSaying(action)}>
              {t(`office_by_hand.tasks.${action}`)}
            </Button>
          ))}
          {may('give_back') ? (
            <Button size="sm" variant="subtle" loading={back.isPending} onClick={() => back.mutate({ deed: 'give_back' })}>
              {t('office_by_hand.tasks.give_back')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
