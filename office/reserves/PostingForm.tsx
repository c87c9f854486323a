import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/document.ts';
import {
  officePostReserve,
  officePreviewReserve,
  RESERVE_POSTING_KINDS,
  type ReserveAttributes,
  type ReservePostingKind,
  type ReservePreviewAttributes,
} from '#contract/office/money/ledger.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { NativeSelect, Select, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { figureOf, money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const TYPING_PAUSE_MS = 250;

interface PreviewInput {
  readonly code: string | null;
  readonly kind: ReservePostingKind;
  readonly amount: string;
}

/** Effect of the posting on the reserve; undefined while the form is incomplete or the answer is not for the present input. */
function usePreview({ code, kind, amount }: PreviewInput): ReservePreviewAttributes | undefined {
  const api = useApi();
  const trimmed = amount.trim();
  const [settled] = useDebouncedValue(trimmed, TYPING_PAUSE_MS);
  const preview = useQuery({
    queryKey: [...keys.reserves(), 'preview', code, kind, settled],
    queryFn: async ({ signal }) => {
      const body = { payment_system_id: code ?? '', kind, amount: settled };
      return (await api(officePreviewReserve, { body, signal })).data.attributes;
    },
    enabled: code !== null && settled !== '',
  });
  return settled === trimmed && trimmed !== '' ? preview.data : undefined;
}

/** Reserve before and after with the change in percent; a large change needs a second person (domain 6). */
function Preview({ preview }: { readonly preview: ReservePreviewAttributes }) {
  const { t, locale } = useTranslation();
  const sum = (amount: string) => money(amount, preview.currency_iso_code, locale);
  const { change_percent: percent } = preview;
  const change =
    percent === null ? '' : ` · ${t('office.reserves.change', { percent: `${Object.values(figureOf(percent, locale)).join('')}\u00A0%` })}`;
  return (
    <output className={`preview ${preview.needs_second_person ? 'problem' : ''}`}>
      {t('office.reserves.preview', { before: sum(preview.before), after: sum(preview.after) })}
      {change}
      {preview.needs_second_person ? ` ${t('office.reserves.second')}` : ''}
    </output>
  );
}

export interface PostingFormProps {
  readonly reserves: readonly Resource<ReserveAttributes>[];
  readonly code: string | null;
  readonly onCode: (code: string | null) => void;
}

/** A treasurer's posting to a wallet: deposit, withdrawal or correction, with a reason. */
export function PostingForm({ reserves, code, onCode }: PostingFormProps) {
  const { t, locale } = useTranslation();
  const form = useFields<{ kind: ReservePostingKind; amount: string; reason: string }>({ kind: 'deposit', amount: '', reason: '' });
  const { kind, amount } = form.values;
  const post = useCommand(officePostReserve, {
    after: [keys.reserves(), ['reserve_postings'], keys.approvals()],
    success({ data: { attributes: posting } }) {
      const sum = money(posting.amount, posting.currency_iso_code, locale);
      return t(`office.reserves.${posting.state}`, { code: posting.payment_system_id, amount: sum });
    },
    onDone: () => form.reset(),
  });
  const submit = () => post.run({ body: { payment_system_id: code ?? '', ...form.values } });
  const preview = usePreview({ code, kind, amount });
  const currency = reserves.find((reserve) => reserve.id === code)?.attributes.currency_iso_code;
  return (
    <CheckedForm
      className="sheet reserves-form"
      command={post}
      onSubmit={submit}
      aria-labelledby="posting-title"
      waits={code === null ? undefined : { kind: 'post_reserve', subject: code }}
    >
      <h2 id="posting-title">{t('office.reserves.form')}</h2>
      <Select
        label={t('office.reserves.system')}
        searchable
        required
        data={reserves.map((reserve) => ({ value: reserve.id, label: `${reserve.id} · ${reserve.attributes.name}` }))}
        value={code}
        onChange={onCode}
        field="payment_system_id"
      />
      <NativeSelect
        label={t('office.reserves.kind')}
        {...form.nativeOption('kind', RESERVE_POSTING_KINDS)}
        data={RESERVE_POSTING_KINDS.map((value) => ({ value, label: t(`office.reserves.kinds.${value}`) }))}
      />
      <TextInput
        label={t('office.reserves.amount')}
        placeholder={kind === 'correction' ? t('office.reserves.signed') : undefined}
        inputMode="decimal"
        autoComplete="off"
        required
        {...form.text('amount')}
        rightSection={currency === undefined ? undefined : <span className="dim">{currency}</span>}
        rightSectionWidth={64}
      />
      <TextInput label={t('office.reserves.reason')} required autoComplete="off" maxLength={500} {...form.text('reason')} />
      <FormProblem />
      {preview === undefined ? null : <Preview preview={preview} />}
      <Button type="submit" loading={post.isPending}>
        {t(preview?.needs_second_person === true ? 'office.reserves.propose' : 'office.reserves.post')}
      </Button>
    </CheckedForm>
  );
}
