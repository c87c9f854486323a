import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import type { PayoutTaskAttributes } from '#contract/office-payout-tasks.ts';
import { FORMER_SAID, type FormerSaid } from '#core/payout-task.ts';
import { clockTime } from '#office/format/moment.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { paths } from '#office/paths.ts';
import { Age, Left, useNow } from '#office/pieces/Age.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { Figures } from '#office/pieces/Figures.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { InHand } from './InHand.tsx';
import { AddProof, Proof } from './Proof.tsx';
import { useTaskDeed } from './use-task-deed.ts';

interface Props {
  readonly task: Resource<PayoutTaskAttributes>;
  readonly serverOffsetMs: number;
}

function TakeOver({ task, onClose }: Pick<Props, 'task'> & { readonly onClose: () => void }) {
  const { t } = useWords();
  const take = useTaskDeed(task.id, onClose);
  const [formerSaid, setFormerSaid] = useState<FormerSaid | null>(null);
  return (
    <DeedForm
      what={t('office_by_hand.tasks.take_over_hint', { who: task.attributes.taken_by ?? '' })}
      submit={t('office_by_hand.tasks.take_over')}
      note={{ label: t('office_by_hand.tasks.take_over_why'), isRequired: true }}
      isReady={formerSaid !== null}
      isGrave
      isBusy={take.isPending}
      error={take.error}
      onSubmit={(note) => (formerSaid === null ? undefined : take.mutate({ deed: 'take_over', note, formerSaid }))}
      onCancel={onClose}
    >
      <Radio.Group
        label={t('office_by_hand.tasks.former_said')}
        required
        value={formerSaid}
        onChange={(value) => setFormerSaid(FORMER_SAID.find((one) => one === value) ?? null)}
      >
        <Stack gap="xs" mt="xs">
          {FORMER_SAID.map((one) => (
            <Radio key={one} value={one} label={t(`office_by_hand.tasks.former.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </DeedForm>
  );
}

function Take({ task }: Pick<Props, 'task'>) {
  const { t } = useWords();
  const take = useTaskDeed(task.id);
  return (
    <div className="row">
      {take.isError ? <Problem error={take.error} /> : null}
      <Button size="sm" loading={take.isPending} onClick={() => take.mutate({ deed: 'take' })}>
        {t('office_by_hand.tasks.take')}
      </Button>
    </div>
  );
}

function Ended({ task: { attributes } }: Pick<Props, 'task'>) {
  const { t, locale } = useWords();
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

/** What is left of the promise to its customer. */
function Due({ at, serverOffsetMs }: { readonly at: string } & Pick<Props, 'serverOffsetMs'>) {
  const { t } = useWords();
  if (Date.parse(at) <= useNow() + serverOffsetMs) return <span className="badge loss">{t('office_by_hand.tasks.overdue')}</span>;
  return (
    <span className="dim">
      {t('office_by_hand.tasks.due')} <Left until={at} serverOffsetMs={serverOffsetMs} />
    </span>
  );
}

/** One payout that people make: how much, where, how long it waits, and whose it is. */
export function TaskCard({ task, serverOffsetMs }: Props) {
  const { t } = useWords();
  const { attributes: one } = task;
  const [isTakingOver, setTakingOver] = useState(false);
  const may = (action: PayoutTaskAttributes['allowed_actions'][number]) => one.allowed_actions.includes(action);
  return (
    <>
      <p className="line">
        <strong>
          <Figures amount={one.amount} currency={one.currency_iso_code} />
        </strong>
        <span>{one.payment_system_name}</span>
        {one.purpose === null || one.purpose === 'payout' ? null : (
          <span className="badge person">{t(`office_by_hand.tasks.purpose.${one.purpose}`)}</span>
        )}
        <span className="code">{Object.values(one.destination_masked).join(' ')}</span>
        <Link to={paths.order(one.subject)}>{one.subject}</Link>
        {one.state === 'waiting' || one.state === 'taken' ? (
          <span className="dim">
            <Age at={one.asked_at} serverOffsetMs={serverOffsetMs} />
          </span>
        ) : null}
        {one.due_at === null ? null : <Due at={one.due_at} serverOffsetMs={serverOffsetMs} />}
        {one.state === 'taken' ? (
          <span className={`badge ${one.is_mine ? 'calm' : 'time'}`}>
            {one.is_mine ? t('office_by_hand.tasks.mine') : t('office_by_hand.tasks.theirs', { who: one.taken_by ?? '' })}
          </span>
        ) : null}
      </p>
      {may('take') ? <Take task={task} /> : null}
      <Kept when={may('mark_sent')}>
        <InHand task={task} />
      </Kept>
      <Kept when={may('take_over')}>
        {isTakingOver ? (
          <TakeOver task={task} onClose={() => setTakingOver(false)} />
        ) : (
          <div className="row">
            <Button size="compact-sm" variant="subtle" onClick={() => setTakingOver(true)}>
              {t('office_by_hand.tasks.take_over')}
            </Button>
          </div>
        )}
      </Kept>
      {one.state === 'sent' || one.state === 'failed' ? <Ended task={task} /> : null}
      {one.has_proof ? <Proof task={task} /> : null}
      <Kept when={one.state === 'sent' && may('add_proof')}>
        <AddProof task={task} />
      </Kept>
    </>
  );
}
