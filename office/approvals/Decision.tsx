import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ApprovalAttributes, officeApprove, officeDecline } from '#contract/office/orders/approvals.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useAction } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Answer = 'approve' | 'decline';

interface Proposal {
  readonly id: string;
  readonly approval: ApprovalAttributes;
}

/** Approval or refusal by a second person; the proposer can only withdraw the proposal. */
export function Decision({ id, approval }: Proposal) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const decision = useAction(
    async (answer: Answer, call) => {
      const input = { params: { id }, body: { hash: approval.hash, note: note.trim() || null } };
      await (answer === 'approve' ? call(officeApprove, input) : call(officeDecline, input));
    },
    {
      // An approval carries out the proposal, which may show anywhere
      after: 'all',
      success: (_, answer) => t(`office.approvals.said.${answer}`),
      onDone: () => setNote(''),
    },
  );
  // A refusal because a colleague decided first is read before the card disappears
  const isOutdated = useEditing(note !== '' || decision.isPending || decision.error !== null);
  const renew = () => {
    setNote('');
    decision.reset();
  };
  if (approval.state !== 'open') return null;
  if (!approval.may_approve && !approval.is_mine)
    return <p className="dim">{t(approval.is_own_part ? 'office.approvals.own_part' : 'office.approvals.not_yours')}</p>;
  return (
    <CheckedForm className="stack" command={decision} onSubmit={() => (approval.may_approve ? decision.run('approve') : undefined)}>
      {approval.is_mine ? <p className="dim">{t('office.approvals.mine')}</p> : null}
      <Textarea
        label={t('office.order.note')}
        autosize
        minRows={1}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <OutdatedNotice when={isOutdated && !decision.isPending} onRenew={renew} />
      <FormProblem />
      <div className="row">
        {approval.may_approve ? (
          <Button type="submit" size="sm" data-answer="approve" loading={decision.isPending}>
            {t('office.approvals.approve')}
          </Button>
        ) : null}
        <Button
          type="button"
          size="sm"
          variant="default"
          color="loss"
          data-answer="decline"
          disabled={decision.isPending}
          onClick={() => decision.run('decline')}
        >
          {t(approval.is_mine ? 'office.approvals.take_back' : 'office.approvals.decline')}
        </Button>
      </div>
    </CheckedForm>
  );
}
