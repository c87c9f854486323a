import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type BusinessRequestAttributes, officeDecideBusinessRequest, officeGetBusinessRequest } from '#contract/online-payments.ts';
import type { BusinessRequestState } from '#core/business-request.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { Textarea } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useHold } from '#office/in-hand/hand.ts';
import { Steady } from '#office/in-hand/Steady.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

interface CardProps {
  readonly id: string;
  readonly request: BusinessRequestAttributes;
}

function Decide({ id, request, state, onClose }: CardProps & { readonly state: BusinessRequestState; readonly onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const key = useRef<string | null>(null);
  const [reason, setReason] = useState('');
  const isTold = state === 'approved' || state === 'declined';
  const deciding = useMutation({
    mutationFn: (note: string) => {
      key.current ??= crypto.randomUUID();
      const body = { state, reason: reason.trim() || null, note: note || null, version: request.version };
      return api(officeDecideBusinessRequest, { params: { id }, body, idempotencyKey: key.current });
    },
    onSuccess: onClose,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.businessRequests() });
    },
  });
  return (
    <DeedForm
      what={t(`office_business.what.${state}`)}
      submit={t(`office_business.act.${state}`)}
      note={{ label: t('office_business.note'), isRequired: false }}
      isGrave={state === 'declined'}
      isBusy={deciding.isPending}
      error={deciding.error}
      fields={['reason']}
      onSubmit={(note) => deciding.mutate(note)}
      onCancel={onClose}
    >
      {isTold ? (
        <Textarea
          label={t('office_business.reason')}
          required={state === 'declined'}
          autosize
          minRows={2}
          maxLength={1000}
          value={reason}
          error={fieldProblem(deciding.error, 'reason')}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : null}
    </DeedForm>
  );
}

/** The request as it is now: a list that it has left while somebody types about it keeps it as it was. */
function useNow({ id, request }: CardProps, isGone: boolean): BusinessRequestAttributes {
  const api = useApi();
  const asked = useQuery({
    queryKey: [...keys.businessRequests(), 'one', id],
    queryFn: ({ signal }) => api(officeGetBusinessRequest, { params: { id }, signal }),
    enabled: isGone,
  });
  return isGone ? (asked.data?.data.attributes ?? request) : request;
}

/** One merchant's request: what he says of himself, what became of it, and the deeds that are left. His words lead nowhere: they are a stranger's. */
export function RequestCard({ id, request: listed }: CardProps) {
  const { t, locale } = useWords();
  const mayDecide = useOperator().actions.includes('change_business_requests');
  const [deed, setDeed] = useState<BusinessRequestState | null>(null);
  const request = useNow({ id, request: listed }, useHold(deed !== null));
  const said = [
    [t('office_business.turnover'), request.monthly_turnover],
    [t('office_business.area'), request.business_area],
    [t('office_business.reason_was'), request.reason],
    [t('office_business.note_was'), request.note],
  ] as const;
  return (
    <>
      <p className="line">
        <span className="badge">{t(`office_business.state.${request.state}`)}</span>
        <strong translate="no">{request.email}</strong>
        <span className="code" translate="no">
          {request.url}
        </span>
      </p>
      {request.comment === null ? null : (
        <p className="note" translate="no">
          {request.comment}
        </p>
      )}
      {said.map(([name, value]) =>
        value === null ? null : (
          <p key={name}>
            <span className="dim">{name}:</span> <span translate="no">{value}</span>
          </p>
        ),
      )}
      <p className="dim">
        {t('office_business.asked', { at: clockTime(request.asked_at, locale) })}
        {request.assigned_to === null ? '' : ` · ${t('office_business.with', { who: request.assigned_to })}`}
      </p>
      {deed === null ? (
        <div className="row">
          {request.has_file ? (
            <Button component="a" size="xs" variant="default" href={`/api/office/v1/business_requests/${id}/attachment`} download>
              {t('office_business.file')}
            </Button>
          ) : null}
          {mayDecide
            ? request.next.map((state) => (
                <Button key={state} size="xs" variant="default" onClick={() => setDeed(state)}>
                  {t(`office_business.act.${state}`)}
                </Button>
              ))
            : null}
        </div>
      ) : (
        <Steady stored={listed}>{(read) => <Decide id={id} request={read} state={deed} onClose={() => setDeed(null)} />}</Steady>
      )}
    </>
  );
}
