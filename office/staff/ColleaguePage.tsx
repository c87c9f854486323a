import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  type ColleagueDetailAttributes,
  officeChangeRole,
  officeDisableColleague,
  officeGetColleague,
  officeResetFactor,
  officeSignOutColleague,
} from '#contract/office/shop/staff.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { oneOf } from '#core/closed-list.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { type Api, useApi } from '#office/api/use-api.ts';
import { useAction } from '#office/api/use-command.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Select } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { EventList, SessionList } from './SecurityLists.tsx';
import './StaffPage.css';

type Action = 'role' | 'disable' | 'enable' | 'sign_out' | 'reset_factor';

interface ActionInput {
  readonly id: string;
  readonly note: string;
  readonly role: OperatorRole;
}

const ACTIONS: Readonly<
  Record<
    Action,
    { readonly needsNote: boolean; readonly isDestructive: boolean; readonly send: (call: Api, input: ActionInput) => Promise<unknown> }
  >
> = {
  role: {
    needsNote: true,
    isDestructive: false,
    send: (call, { id, role, note }) => call(officeChangeRole, { params: { id }, body: { role, note } }),
  },
  enable: {
    needsNote: true,
    isDestructive: false,
    send: (call, { id, note }) => call(officeChangeRole, { params: { id }, body: { is_enabled: true, note } }),
  },
  disable: {
    needsNote: true,
    isDestructive: true,
    send: (call, { id, note }) => call(officeDisableColleague, { params: { id }, body: { note } }),
  },
  sign_out: { needsNote: false, isDestructive: false, send: (call, { id }) => call(officeSignOutColleague, { params: { id } }) },
  reset_factor: { needsNote: false, isDestructive: true, send: (call, { id }) => call(officeResetFactor, { params: { id } }) },
};

const actionsOf = (colleague: ColleagueDetailAttributes): readonly Action[] => [
  ...(colleague.is_disabled ? (['enable'] as const) : (['role', 'sign_out'] as const)),
  ...(colleague.has_second_factor ? (['reset_factor'] as const) : []),
  ...(colleague.is_disabled ? [] : (['disable'] as const)),
];

/** An owner's actions on a colleague, each confirmed in a second step that says what it does. */
function ColleagueActions({ id, colleague }: { readonly id: string; readonly colleague: ColleagueDetailAttributes }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action>();
  const [role, setRole] = useState<OperatorRole>(colleague.role);
  const who = colleague.full_name ?? colleague.email;
  const send = useAction(({ chosen, note }: { chosen: Action; note: string }, call) => ACTIONS[chosen].send(call, { id, role, note }), {
    after: [keys.staff()],
    onDone: () => setAction(undefined),
  });
  const choose = (next: Action | undefined) => {
    send.reset();
    setRole(colleague.role);
    setAction(next);
  };
  if (action === undefined) {
    return (
      <div className="row">
        {actionsOf(colleague).map((offered) => (
          <Button
            key={offered}
            size="sm"
            variant="default"
            {...(ACTIONS[offered].isDestructive ? { color: 'loss' } : {})}
            onClick={() => choose(offered)}
          >
            {t(`office_staff.deed.${offered}.label`)}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <ActionForm
      what={t(`office_staff.deed.${action}.what`, { who })}
      submit={t(`office_staff.deed.${action}.label`)}
      note={{
        label: t(ACTIONS[action].needsNote ? 'office_staff.note' : 'office_staff.note_optional'),
        isRequired: ACTIONS[action].needsNote,
      }}
      isDestructive={ACTIONS[action].isDestructive}
      isReady={action !== 'role' || role !== colleague.role}
      command={send}
      onSubmit={(note) => send.run({ chosen: action, note })}
      onCancel={() => choose(undefined)}
      waits={action === 'role' || action === 'enable' ? { kind: 'change_role', subject: id } : undefined}
    >
      {action === 'role' ? (
        <Select
          label={t('office_staff.role')}
          data={OPERATOR_ROLES.map((value) => ({ value, label: t(`office.role.${value}`) }))}
          value={role}
          allowDeselect={false}
          onChange={(value) => setRole(oneOf(OPERATOR_ROLES, value) ?? role)}
        />
      ) : null}
    </ActionForm>
  );
}

/** The change of role that waits for a second owner. */
function Waiting({ waiting }: { readonly waiting: NonNullable<ColleagueDetailAttributes['waiting']> }) {
  const { t } = useTranslation();
  return (
    <p className="note">
      {waiting.role === null
        ? t('office_staff.waiting.enable')
        : t('office_staff.waiting.role', { role: t(`office.role.${waiting.role}`) })}{' '}
      <Link to={paths.approvals()}>{t('office_staff.waiting.link')}</Link>
    </p>
  );
}

/** One operator: role, actions, sessions, security events. */
export function ColleaguePage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_staff');
  const person = useQuery({
    queryKey: keys.colleague(id),
    queryFn: ({ signal }) => api(officeGetColleague, { params: { id }, signal }),
    refetchInterval: 10_000,
  });
  const name = person.data?.data.attributes.full_name ?? person.data?.data.attributes.email ?? t('office_staff.title');
  return (
    <Screen
      title={name}
      above={
        <p className="row">
          <Link to={paths.staff()}>{t('office_staff.title')}</Link>
        </p>
      }
    >
      <Loaded query={person}>
        {({ data: { attributes: colleague } }) => (
          <>
            <p className="line">
              <span>{colleague.email}</span>
              <span className="badge calm">{t(`office.role.${colleague.role}`)}</span>
              {colleague.is_disabled ? <span className="badge loss">{t('office_staff.state.disabled')}</span> : null}
              <span className="dim">{t(colleague.has_second_factor ? 'office_staff.factor.has' : 'office_staff.factor.none')}</span>
            </p>
            {colleague.waiting === null ? null : <Waiting waiting={colleague.waiting} />}
            {mayChange && !colleague.is_me ? <ColleagueActions id={id} colleague={colleague} /> : null}
            {colleague.is_me ? <p className="dim">{t('office_staff.own')}</p> : null}
            <section className="part">
              <h2>{t('office_door.sessions.title')}</h2>
              <SessionList sessions={colleague.sessions} idOf={({ created_at: created, ip }) => `${created} ${ip ?? ''}`} />
            </section>
            <section className="part">
              <h2>{t('office_door.events.title')}</h2>
              <EventList events={colleague.events} />
            </section>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
