import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ApprovalAttributes, officeApprove, officeDecline } from '#contract/office-approvals.ts';
import { problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { useWords } from '#office/words/Words.tsx';

type Answer = 'approve' | 'decline';

interface Proposal {
  readonly id: string;
  readonly approval: ApprovalAttributes;
}

/** Decides once: the key stays until the server has answered. Whatever was done shows everywhere, so everything is read again. */
function useDecision({ id, approval }: Proposal, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ answer, note }: { readonly answer: Answer; readonly note: string }): Promise<void> => {
      key.current ??= crypto.randomUUID();
      const input = { params: { id }, body: { hash: approval.hash, note: note.trim() || null }, idempotencyKey: key.current };
      await (answer === 'approve' ? api(officeApprove, input) : api(officeDecline, input));
    },
    onSuccess(_, { answer }) {
      notifications.show({ message: t(`office.approvals.said.${answer}`) });
      onDone();
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries();
    },
  });
}

/** Yes or no of the second person; the proposer may only take his own back. */
export function Decision({ id, approval }: Proposal) {
  const { t } = useWords();
  const [note, setNote] = useState('');
  const decision = useDecision({ id, approval }, () => setNote(''));
  // What was refused because somebody was quicker is read before its card goes
  const isGone = useHold(note !== '' || decision.isPending || decision.isError);
  const renew = () => {
    setNote('');
    decision.reset();
  };
  const decide = (answer: Answer) => decision.mutate({ answer, note });
  if (approval.state !== 'open') return null;
  if (!approval.may_approve && !approval.is_mine)
    return <p className="dim">{t(approval.is_own_part ? 'office.approvals.own_part' : 'office.approvals.not_yours')}</p>;
  return (
    <CheckedForm className="confirm" onSubmit={() => (approval.may_approve ? decide('approve') : undefined)}>
      {approval.is_mine ? <p className="dim">{t('office.approvals.mine')}</p> : null}
      <Textarea
        label={t('office.order.note')}
        autosize
        minRows={1}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Gone when={isGone && !decision.isPending} onRenew={renew} />
      {decision.isError ? (
        <p className="problem" role="alert">
          {problemWords(decision.error, t)}
        </p>
      ) : null}
      <div className="row">
        {approval.may_approve ? (
          <Button type="submit" size="sm" loading={decision.isPending}>
            {t('office.approvals.approve')}
          </Button>
        ) : null}
        <Button type="button" size="sm" variant="default" color="loss" disabled={decision.isPending} onClick={() => decide('decline')}>
          {t(approval.is_mine ? 'office.approvals.take_back' : 'office.approvals.decline')}
        </Button>
      </div>
    </CheckedForm>
  );
}
