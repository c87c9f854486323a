import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { officePreviewReserve, type ReservePostingKind, type ReservePreviewAttributes } from '#contract/office/money/ledger.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { figureOf, money } from '#office/format/figure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const TYPING_PAUSE_MS = 250;

interface PreviewInput {
  readonly code: string | null;
  readonly kind: ReservePostingKind;
  readonly amount: string;
}

/** What the posting would make of the till; undefined while it is not a posting, or not yet told about exactly what is typed. */
export function usePreview({ code, kind, amount }: PreviewInput): ReservePreviewAttributes | undefined {
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

/** Before, after and the change in per cent; an absurd one says that it takes two people (domain 6). */
export function Preview({ preview }: { readonly preview: ReservePreviewAttributes }) {
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
