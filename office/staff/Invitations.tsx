import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { officeListInvitations, officeResendInvitation, officeWithdrawInvitation } from '#contract/office-staff.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { Copy } from '#office/pieces/Copy.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

/** Who was asked and has not come yet. */
export function Invitations() {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useWords();
  const mayChange = useOperator().actions.includes('change_staff');
  const list = useQuery({ queryKey: [...keys.staff(), 'invitations'], queryFn: ({ signal }) => api(officeListInvitations, { signal }) });
  const done = { onSettled: () => queries.invalidateQueries({ queryKey: keys.staff() }) };
  const resend = useMutation({ mutationFn: (id: string) => api(officeResendInvitation, { params: { id } }), ...done });
  const withdraw = useMutation({ mutationFn: (id: string) => api(officeWithdrawInvitation, { params: { id } }), ...done });
  const error = resend.error ?? withdraw.error;
  if (list.isError) return <Problem error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined || list.data.data.length === 0) return null;
  return (
    <section>
      <h2>{t('office_staff.invitations.title')}</h2>
      {error === null ? null : (
        <p className="problem" role="alert">
          {problemWords(error, t)}
        </p>
      )}
      <ul className="cards">
        {list.data.data.map(({ id, attributes: one }) => (
          <li key={id} className="sheet">
            <p className="line">
              <strong>{one.email}</strong>
              <span>{t(`office.role.${one.role}`)}</span>
              <span className={one.is_expired ? 'late' : 'dim'}>
                {t(one.is_expired ? 'office_staff.invitations.expired' : 'office_staff.invitations.until', {
                  at: clockTime(one.expires_at, locale),
                })}
              </span>
            </p>
            <p className="dim">{t('office_staff.invitations.by', { who: one.invited_by })}</p>
            {resend.data?.data.id === id && resend.data.data.attributes.link !== null ? (
              <Copy value={resend.data.data.attributes.link} />
            ) : null}
            {mayChange ? (
              <div className="row">
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={resend.isPending && resend.variables === id}
                  onClick={() => resend.mutate(id)}
                >
                  {t('office_staff.invitations.resend')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={withdraw.isPending && withdraw.variables === id}
                  onClick={() => withdraw.mutate(id)}
                >
                  {t('office_staff.invitations.withdraw')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
