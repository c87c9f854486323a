import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeRevealTask, type PayoutTaskAttributes } from '#contract/office/money/payout-tasks.ts';
import { keys } from '#office/api/keys.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand, useAction } from '#office/api/use-command.ts';
import { TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { Copy } from '#office/components/Copy.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ProofFields } from './Proof.tsx';
import { sendTaskAction, useTaskAction } from './use-task-action.ts';

interface Props {
  readonly task: Resource<PayoutTaskAttributes>;
}

/** The whole destination, to be copied; each reveal is audited. */
function Destination({ task: { id, attributes } }: Props) {
  const { t } = useTranslation();
  const reveal = useCommand(officeRevealTask, { isKeyed: false });
  const requisites = reveal.result?.data.attributes.requisites;
  if (requisites === undefined)
    return (
      <>
        <CommandProblem error={reveal.error} />
        <Button size="sm" variant="default" loading={reveal.isPending} onClick={() => reveal.run({ params: { id } })}>
          {t('office_by_hand.reveal')}
        </Button>
      </>
    );
  return (
    <FactList
      facts={[
        ...requisites.map(({ key, label, value, groups }) => ({
          name: label,
          value: <Copy key={key} value={value} shown={groups.join(' ')} />,
        })),
        { name: t('office_by_hand.tasks.amount'), value: <Copy value={attributes.amount} /> },
      ]}
    />
  );
}

/** Reports a payout as sent, with its reference and proof of payment. */
function Sent({ task, onClose }: Props & { readonly onClose: () => void }) {
  const { id, attributes } = task;
  const { t, locale } = useTranslation();
  const form = useFields({ reference: '', amount: '' });
  const [file, setFile] = useState<File | null>(null);
  const [isShown, setShown] = useState(false);
  const [isAttachedHere, setAttachedHere] = useState(false);
  // The proof first: it stays attached where the report is refused
  const report = useAction(
    async (note: string, call) => {
      if (file !== null && !isAttached) {
        await sendTaskAction(call, id, { kind: 'proof', file, isShown });
        setAttachedHere(true);
      }
      await sendTaskAction(call, id, { kind: 'sent', ...form.values, note });
    },
    { after: [keys.payoutTasks()], onDone: onClose },
  );
  const isAttached = attributes.has_proof || isAttachedHere;
  const chooseFile = (chosen: File | null) => {
    setFile(chosen);
    report.reset();
  };
  const mayAttach = attributes.allowed_actions.includes('add_proof');
  return (
    <ActionForm
      what={t('office_by_hand.tasks.sent_hint', { amount: money(attributes.amount, attributes.currency_iso_code, locale) })}
      submit={t('office_by_hand.tasks.mark_sent')}
      note={{ label: t('office_by_hand.note'), isRequired: false }}
      command={report}
      onSubmit={report.run}
      onCancel={onClose}
    >
      <TextInput label={t('office_by_hand.tasks.reference')} required autoComplete="off" {...form.text('reference')} />
      <TextInput label={t('office_by_hand.tasks.amount_again')} required inputMode="decimal" autoComplete="off" {...form.text('amount')} />
      {isAttached ? (
        <p className="dim">{t('office_by_hand.tasks.proof_attached')}</p>
      ) : mayAttach ? (
        <ProofFields task={task} {...{ file, isShown }} onFile={chooseFile} onShown={setShown} />
      ) : null}
    </ActionForm>
  );
}

function Failed({ task, onClose }: Props & { readonly onClose: () => void }) {
  const { id } = task;
  const { purpose } = task.attributes;
  const { t } = useTranslation();
  const [isDestinationWrong, setDestinationWrong] = useState(false);
  const end = useTaskAction(id, onClose);
  return (
    <ActionForm
      what={t('office_by_hand.tasks.failed_hint')}
      submit={t('office_by_hand.tasks.mark_failed')}
      note={{ label: t('office_by_hand.reason'), isRequired: true }}
      isDestructive
      command={end}
      onSubmit={(reason) => end.run({ kind: 'failed', reason, isDestinationWrong })}
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
    </ActionForm>
  );
}

/** Reports that the former holder sent nothing, and how that is known. */
function NotSent({ task: { id, attributes }, onClose }: Props & { readonly onClose: () => void }) {
  const { t, locale } = useTranslation();
  const report = useTaskAction(id, onClose);
  return (
    <ActionForm
      what={t('office_by_hand.tasks.not_sent_hint', { amount: money(attributes.amount, attributes.currency_iso_code, locale) })}
      submit={t('office_by_hand.tasks.mark_not_sent')}
      note={{ label: t('office_by_hand.tasks.not_sent_how'), isRequired: true }}
      isDestructive
      command={report}
      onSubmit={(note) => report.run({ kind: 'not_sent', note })}
      onCancel={onClose}
    />
  );
}

const REPORTS = ['mark_sent', 'mark_not_sent', 'mark_failed'] as const;
const REPORT_FORMS = { mark_sent: Sent, mark_not_sent: NotSent, mark_failed: Failed } as const;

/** A payout that the operator has taken: destination, and reporting the result. */
export function TakenTask({ task }: Props) {
  const { t } = useTranslation();
  const [openReport, setOpenReport] = useState<(typeof REPORTS)[number] | null>(null);
  const giveBack = useTaskAction(task.id);
  const may = (action: PayoutTaskAttributes['allowed_actions'][number]) => task.attributes.allowed_actions.includes(action);
  const Form = openReport === null ? null : REPORT_FORMS[openReport];
  return (
    <div className="stack">
      {task.attributes.is_mine && task.attributes.may_be_sent ? <p className="problem">{t('office_by_hand.tasks.may_be_sent')}</p> : null}
      {may('reveal') ? <Destination task={task} /> : null}
      {Form === null ? null : <Form task={task} onClose={() => setOpenReport(null)} />}
      <CommandProblem error={giveBack.error} />
      {openReport === null ? (
        <div className="row">
          {REPORTS.filter(may).map((action) => (
            <Button key={action} size="sm" variant={action === 'mark_sent' ? 'filled' : 'default'} onClick={() => setOpenReport(action)}>
              {t(`office_by_hand.tasks.${action}`)}
            </Button>
          ))}
          {may('give_back') ? (
            <Button size="sm" variant="subtle" loading={giveBack.isPending} onClick={() => giveBack.run({ kind: 'give_back' })}>
              {t('office_by_hand.tasks.give_back')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
