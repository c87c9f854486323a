import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ColleagueDetailAttributes,
  officeChangeRole,
  officeDisableColleague,
  officeResetFactor,
  officeSignOutColleague,
} from '#contract/office-staff.ts';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access.ts';
import { keys } from '#office/api/keys.ts';
import { type Api, useApi } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';

type Deed = 'role' | 'disable' | 'enable' | 'sign_out' | 'reset_factor';

interface Doing {
  readonly id: string;
  readonly note: string;
  readonly role: OperatorRole;
}

const DEEDS: Readonly<
  Record<Deed, { readonly needsNote: boolean; readonly isGrave: boolean; readonly act: (api: Api, doing: Doing) => Promise<unknown> }>
> = {
  role: {
    needsNote: true,
    isGrave: false,
    act: (api, { id, role, note }) => api(officeChangeRole, { params: { id }, body: { role, note } }),
  },
  enable: {
    needsNote: true,
    isGrave: false,
    act: (api, { id, note }) => api(officeChangeRole, { params: { id }, body: { is_enabled: true, note } }),
  },
  disable: { needsNote: true, isGrave: true, act: (api, { id, note }) => api(officeDisableColleague, { params: { id }, body: { note } }) },
  sign_out: { needsNote: false, isGrave: false, act: (api, { id }) => api(officeSignOutColleague, { params: { id } }) },
  reset_factor: { needsNote: false, isGrave: true, act: (api, { id }) => api(officeResetFactor, { params: { id } }) },
};

const deedsOf = (one: ColleagueDetailAttributes): readonly Deed[] => [
  ...(one.is_disabled ? (['enable'] as const) : (['role', 'sign_out'] as const)),
  ...(one.has_second_factor ? (['reset_factor'] as const) : []),
  ...(one.is_disabled ? [] : (['disable'] as const)),
];

/** What an owner may do about a colleague, each behind a second step that says what it does. */
export function ColleagueDeeds({ id, colleague }: { readonly id: string; readonly colleague: ColleagueDetailAttributes }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const [deed, setDeed] = useState<Deed>();
  const [role, setRole] = useState<OperatorRole>(colleague.role);
  const who = colleague.full_name ?? colleague.email;
  const doing = useMutation({
    mutationFn: ({ chosen, note }: { chosen: Deed; note: string }) => DEEDS[chosen].act(api, { id, role, note }),
    onSuccess: () => setDeed(undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.staff() }),
  });
  const choose = (next: Deed | undefined) => {
    doing.reset();
    setRole(colleague.role);
    setDeed(next);
  };
  if (deed === undefined) {
    return (
      <div className="row">
        {deedsOf(colleague).map((one) => (
          <Button key={one} size="sm" variant="default" {...(DEEDS[one].isGrave ? { color: 'loss' } : {})} onClick={() => choose(one)}>
            {t(`office_staff.deed.${one}.label`)}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <DeedForm
      what={t(`office_staff.deed.${deed}.what`, { who })}
      submit={t(`office_staff.deed.${deed}.label`)}
      note={{ label: t(DEEDS[deed].needsNote ? 'office_staff.note' : 'office_staff.note_optional'), isRequired: DEEDS[deed].needsNote }}
      isGrave={DEEDS[deed].isGrave}
      isReady={deed !== 'role' || role !== colleague.role}
      isBusy={doing.isPending}
      error={doing.error}
      onSubmit={(note) => doing.mutate({ chosen: deed, note })}
      onCancel={() => choose(undefined)}
      waits={deed === 'role' || deed === 'enable' ? { kind: 'change_role', subject: id } : undefined}
    >
      {deed === 'role' ? (
        <Select
          label={t('office_staff.role')}
          data={OPERATOR_ROLES.map((value) => ({ value, label: t(`office.role.${value}`) }))}
          value={role}
          allowDeselect={false}
          onChange={(value) => setRole(OPERATOR_ROLES.find((one) => one === value) ?? role)}
        />
      ) : null}
    </DeedForm>
  );
}
