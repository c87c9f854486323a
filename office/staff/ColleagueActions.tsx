import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type ColleagueDetailAttributes,
  officeChangeRole,
  officeDisableColleague,
  officeResetFactor,
  officeSignOutColleague,
} from '#contract/office/shop/staff.ts';
import { oneOf } from '#core/closed-list.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { useAction } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import type { Api } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

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
export function ColleagueActions({ id, colleague }: { readonly id: string; readonly colleague: ColleagueDetailAttributes }) {
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
