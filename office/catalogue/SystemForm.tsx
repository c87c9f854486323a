import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCheckPaymentSystem, type OfficePaymentSystemAttributes } from '#contract/office/catalogue/catalogue.ts';
import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import { NO_DECIMALS, PAYMENT_SYSTEM_COLUMNS, type RowDecimals } from '#core/catalogue/columns.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Mark } from '#ui/Mark.tsx';
import { changedMembers, type Document, type Draft } from './draft.ts';
import { FormContext } from './form.ts';
import { SaveBar } from './SaveBar.tsx';
import { type SectionPlan, Sections } from './Sections.tsx';
import { useDraft } from './use-form.ts';
import { useSave } from './use-save.ts';

const SECTIONS: SectionPlan = [
  ['names', ['code', 'name_ru', 'name_en', 'aliases', 'kind', 'stage', 'monogram', 'tint', 'sort']],
  ['counting', ['currency', 'asset', 'market_symbol', 'network', 'scale', 'precision']],
  ['open', ['income_enabled', 'outcome_enabled', 'referral_output_enabled']],
  ['limits', ['min_amount', 'max_amount', 'reserve_buffer', 'network_fee', 'confirmations']],
  ['rail', ['rail', 'income_wallet', 'outcome_wallet', 'rail_settings']],
  ['income_fields', ['income_fields']],
  ['outcome_fields', ['outcome_fields']],
];
/** Stay once money has been counted in a system. */
const COUNTED_IN: readonly string[] = ['currency', 'asset', 'scale'];

export interface SystemFormProps {
  readonly base: Document;
  /** Null: it is not there yet. */
  readonly attributes: OfficePaymentSystemAttributes | null;
  readonly hasMoved: boolean;
  readonly rails: readonly string[];
  readonly mayChange: boolean;
  readonly onSaved: (code: string) => void;
  readonly onReload: () => void;
}

const scaleOf = (base: Document, draft: Draft): RowDecimals => {
  const typed = Number(draft.cells['scale'] ?? base['scale']);
  const scale = Number.isInteger(typed) && typed >= 0 && typed <= 30 ? typed : 0;
  return { ...NO_DECIMALS, amount: { scale, precision: scale } };
};

/** What the rail said of the system when it was last tried, and trying it. */
function RailCheck({
  next,
  isRight,
  attributes,
}: {
  readonly next: Document;
  readonly isRight: boolean;
  readonly attributes: OfficePaymentSystemAttributes | null;
}) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const check = useMutation({
    mutationFn: () => api(officeCheckPaymentSystem, { body: { document: { ...next } } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.catalogue() }),
  });
  const answered = check.data?.data.attributes;
  const isKnown = answered !== undefined || (attributes?.checked_at ?? null) !== null;
  const problem = answered === undefined ? (attributes?.check_problem ?? null) : answered.problem;
  const words = (name: string): string => {
    const key = `catalogue_desk.rail_problem.${name}`;
    return t(key) === key ? name : t(key);
  };
  return (
    <div className="rail-check" role="status">
      <span className={`badge ${!isKnown ? '' : problem === null ? 'done' : 'loss'}`}>
        {t(!isKnown ? 'catalogue_desk.check.never' : problem === null ? 'catalogue_desk.check.fine' : 'catalogue_desk.check.wrong')}
      </span>
      {isKnown && problem !== null ? <span>{words(problem)}</span> : null}
      {check.isError ? <span className="problem">{problemMessage(check.error, t)}</span> : null}
      <Button variant="default" size="compact-sm" loading={check.isPending} disabled={!isRight} onClick={() => check.mutate()}>
        {t('catalogue_desk.check.do')}
      </Button>
    </div>
  );
}

/** Everything that is set about a payment system, checked as it is typed. */
export function SystemForm({ base, attributes, hasMoved, rails, mayChange, onSaved, onReload }: SystemFormProps) {
  const { t } = useTranslation();
  const [isTold, setTold] = useState(false);
  const isNew = attributes === null;
  const used = useDraft(
    {
      columns: PAYMENT_SYSTEM_COLUMNS,
      base,
      decimals: (draft) => scaleOf(base, draft),
      schema: PaymentSystemDocument,
      lock: (column) => {
        if (column === 'code' && !isNew) return t('catalogue_desk.locked.code');
        return hasMoved && COUNTED_IN.includes(column) ? t('catalogue_desk.locked.moved') : undefined;
      },
      rails,
      isReadOnly: !mayChange,
    },
    isTold,
  );
  const { form, next, wrongs, reset } = used;
  const code = typeof next['code'] === 'string' ? next['code'] : '';
  const save = useSave(() => {
    reset();
    setTold(false);
    onSaved(code);
  });
  const changed = isNew ? { before: null, after: next } : changedMembers(base, next);
  const count = changed === undefined ? 0 : Object.keys(changed.after).length;
  const isRight = Object.keys(wrongs).length === 0;
  const submit = (note: string) => {
    setTold(true);
    if (isRight && changed !== undefined) save.mutate({ items: [{ entity: 'payment_system', key: code, ...changed }], note });
  };
  return (
    <FormContext value={form}>
      <div className="form-head">
        <Mark
          kind={PAYMENT_SYSTEM_KINDS.find((kind) => kind === next['kind']) ?? 'card'}
          monogram={form.cells['monogram'] ?? ''}
          tint={form.cells['tint'] ?? ''}
          network={form.cells['network'] || null}
          className="mark-large"
        />
        {mayChange ? <RailCheck next={next} isRight={isRight} attributes={attributes} /> : null}
      </div>
      <Sections plan={SECTIONS} />
      {mayChange ? (
        <SaveBar
          what={
            isRight || !isTold
              ? isNew
                ? t('catalogue_desk.draft_hint')
                : t('catalogue_desk.members', { count })
              : t('catalogue_desk.wrong_fields', { count: Object.keys(wrongs).length })
          }
          submit={t(isNew ? 'catalogue_desk.add' : 'catalogue_desk.save')}
          things={[code]}
          isReady={count > 0}
          isBusy={save.isPending}
          error={save.error}
          onSubmit={submit}
          onReload={onReload}
        />
      ) : null}
    </FormContext>
  );
}
