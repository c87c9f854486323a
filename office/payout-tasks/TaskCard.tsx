import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import type { PayoutTaskAttributes } from '#contract/office/money/payout-tasks.ts';
import { oneOf } from '#core/closed-list.ts';
import { FORMER_HOLDER_REPORTS, type FormerHolderReport } from '#core/payout/payout-task.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { paths } from '#office/paths.ts';
import { Age, Left, useNow } from '#office/components/Age.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { TakenTask } from './TakenTask.tsx';
import { AddProof, Proof } from './Proof.tsx';
import { useTaskAction } from './use-task-action.ts';

interface Props {
  readonly task: Resource<PayoutTaskAttributes>;
  readonly serverOffsetMs: number;
}

function TakeOver({ task, onClose }: Pick<Props, 'task'> & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const take = useTaskAction(task.id, onClose);
  const [formerReport, setFormerReport] = useState<FormerHolderReport | null>(null);
  return (
    <ActionForm
      what={t('office_by_hand.tasks.take_over_hint', { who: task.attributes.taken_by ?? '' })}
      submit={t('office_by_hand.tasks.take_over')}
      note={{ label: t('office_by_hand.tasks.take_over_why'), isRequired: true }}
      isReady={formerReport !== null}
      isDestructive
      command={take}
      onSubmit={(note) => (formerReport === null ? undefined : take.run({ kind: 'take_over', note, formerReport }))}
      onCancel={onClose}
    >
      <Radio.Group
        label={t('office_by_hand.tasks.former_said')}
        required
        value={formerReport}
        onChange={(value) => setFormerReport(oneOf(FORMER_HOLDER_REPORTS, value) ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {FORMER_HOLDER_REPORTS.map((report) => (
            <Radio key={report} value={report} label={t(`office_by_hand.tasks.former.${report}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ActionForm>
  );
}

function Take({ task }: Pick<Props, 'task'>) {
  const { t } = useTranslation();
  const take = useTaskAction(task.id);
  return (
    <div className="row">
      <CommandProblem error={take.error} />
      <Button size="sm" loading={take.isPending} onClick={() => take.run({ kind: 'take' })}>
        {t('office_by_hand.tasks.take')}
      </Button>
    </div>
  );
}

function Ended({ task: { attributes } }: Pick<Props, 'task'>) {
  const { t, locale } = useTranslation();
  return (
    <p className="line dim">
      {t(`office_by_hand.tasks.ended.${attributes.state}`, {
        who: attributes.ended_by ?? '',
        at: attributes.ended_at === null ? '' : clockTime(attributes.ended_at, locale),
      })}
      {attributes.bank_reference === null ? null : <span className="code">{attributes.bank_reference}</span>}
      {attributes.reason === null ? null : <span>{attributes.reason}</span>}
    </p>
  );
}

/** Time left until the moment promised to the customer. */
function Due({ at, serverOffsetMs }: { readonly at: string } & Pick<Props, 'serverOffsetMs'>) {
  const { t } = useTranslation();
  if (Date.parse(at) <= useNow() + serverOffsetMs) return <span className="badge loss">{t('office_by_hand.tasks.overdue')}</span>;
  return (
    <span className="dim">
      {t('office_by_hand.tasks.due')} <Left until={at} serverOffsetMs={serverOffsetMs} />
    </span>
  );
}

/** A payout made by hand: amount, destination, waiting time, who has taken it. */
export function TaskCard({ task, serverOffsetMs }: Props) {
  const { t } = useTranslation();
  const { attributes } = task;
  const [isTakingOver, setTakingOver] = useState(false);
  const may = (action: PayoutTaskAttributes['allowed_actions'][number]) => attributes.allowed_actions.includes(action);
  return (
    <>
      <p className="line">
        <strong>
          <Figures amount={attributes.amount} currency={attributes.currency_iso_code} />
        </strong>
        <span>{attributes.payment_system_name}</span>
        {attributes.purpose === null || attributes.purpose === 'payout' ? null : (
          <span className="badge person">{t(`office_by_hand.tasks.purpose.${attributes.purpose}`)}</span>
        )}
        <span className="code">{Object.values(attributes.destination_masked).join(' ')}</span>
        <OrderNumber id={attributes.subject} to={paths.order(attributes.subject)} />
        {attributes.state === 'waiting' || attributes.state === 'taken' ? (
          <span className="dim">
            <Age at={attributes.asked_at} serverOffsetMs={serverOffsetMs} />
          </span>
        ) : null}
        {attributes.due_at === null ? null : <Due at={attributes.due_at} serverOffsetMs={serverOffsetMs} />}
        {attributes.state === 'taken' ? (
          <span className={`badge ${attributes.is_mine ? 'calm' : 'time'}`}>
            {attributes.is_mine ? t('office_by_hand.tasks.mine') : t('office_by_hand.tasks.theirs', { who: attributes.taken_by ?? '' })}
          </span>
        ) : null}
      </p>
      {may('take') ? <Take task={task} /> : null}
      <KeepWhileEditing when={may('mark_sent')}>
        <TakenTask task={task} />
      </KeepWhileEditing>
      <KeepWhileEditing when={may('take_over')}>
        {isTakingOver ? (
          <TakeOver task={task} onClose={() => setTakingOver(false)} />
        ) : (
          <div className="row">
            <Button size="compact-sm" variant="subtle" onClick={() => setTakingOver(true)}>
              {t('office_by_hand.tasks.take_over')}
            </Button>
          </div>
        )}
      </KeepWhileEditing>
      {attributes.state === 'sent' || attributes.state === 'failed' ? <Ended task={task} /> : null}
      {attributes.has_proof ? <Proof task={task} /> : null}
      <KeepWhileEditing when={attributes.state === 'sent' && may('add_proof')}>
        <AddProof task={task} />
      </KeepWhileEditing>
    </>
  );
}
