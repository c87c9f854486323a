import { useId, useState, type ChangeEvent } from 'react';
import { acceptOf, CHEQUE_FILE, fileRefusal } from '#core/file/file-rules.ts';
import type { Refusal } from '#core/refusal.ts';
import { FileButton } from '#ui/FileButton.tsx';
import { loadRefusalMessages, refusalText } from '#web/i18n/refusal-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order } from './order.ts';
import type { OrderActions } from './use-order-actions.ts';

const PDF_START = '%PDF-';

/** Why a file cannot be a cheque (spec 5: a PDF, at most 5 Mb); null when it can. Checks the first bytes as well as the name. */
export async function chequeProblem(file: File): Promise<Refusal | null> {
  const wrong = fileRefusal(file, CHEQUE_FILE);
  if (wrong !== null) return wrong;
  const start = await file.slice(0, PDF_START.length).text();
  return start === PDF_START ? null : { code: 'invalid_file_type', message: CHEQUE_FILE.message };
}

/** Uploads a payment cheque; the file is checked before it is sent. */
export function ChequeUpload({ order, actions }: { readonly order: Order; readonly actions: OrderActions }) {
  const { t, locale } = useTranslation();
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const failure = actions.failure?.action === 'send_cheque' ? actions.failure.message : null;
  const error = problem ?? failure;

  const onChange = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (file === undefined) return;
    const refusal = await chequeProblem(file);
    if (refusal !== null) await loadRefusalMessages(locale);
    setProblem(refusal === null ? null : refusalText(t, refusal));
    if (refusal === null) actions.sendCheque(file);
    input.value = '';
  };

  return (
    <div className="text-sm leading-6 noscript:hidden print:hidden">
      <FileButton
        label={actions.busy === 'send_cheque' ? t('order.cheque_sending') : t('order.cheque_attach')}
        accept={acceptOf(CHEQUE_FILE)}
        aria-describedby={`${id}-note`}
        aria-invalid={error === null ? undefined : true}
        disabled={actions.busy !== null}
        onChange={(event) => void onChange(event)}
      />
      <p id={`${id}-note`} role={error === null ? undefined : 'alert'} className={`mt-2 ${error === null ? 'text-muted' : 'text-loss'}`}>
        {error ?? t(order.cheque_received ? 'order.cheque_received' : 'order.cheque_hint')}
        {error === null && order.status === 'awaiting_payment' ? ` ${t('order.cheque_claims')}` : null}
      </p>
    </div>
  );
}
