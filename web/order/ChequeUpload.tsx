import { useId, useState, type ChangeEvent } from 'react';
import { acceptOf, CHEQUE_FILE, wrongFile } from '#core/chosen-file.ts';
import type { Refusal } from '#core/refusal.ts';
import { FileButton } from '#ui/FileButton.tsx';
import { loadRefusalWords, refusalText } from '#web/i18n/refusal-words.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order } from './order.ts';
import type { OrderActions } from './use-order-actions.ts';

const PDF_START = '%PDF-';

/** Why a file cannot be a cheque (spec 5: a PDF, at most 5 Mb); null when it can. Looks inside: a name proves nothing. */
export async function chequeProblem(file: File): Promise<Refusal | null> {
  const wrong = wrongFile(file, CHEQUE_FILE);
  if (wrong !== null) return wrong;
  const start = await file.slice(0, PDF_START.length).text();
  return start === PDF_START ? null : { code: 'invalid_file_type', message: CHEQUE_FILE.message };
}

/** A payment cheque as evidence; checked here before it travels. */
export function ChequeUpload({ order, actions }: { readonly order: Order; readonly actions: OrderActions }) {
  const { t, locale } = useWords();
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const failure = actions.failure?.action === 'send_cheque' ? actions.failure.message : null;
  const error = problem ?? failure;

  const onChange = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (file === undefined) return;
    const found = await chequeProblem(file);
    if (found !== null) await loadRefusalWords(locale);
    setProblem(found === null ? null : refusalText(t, found));
    if (found === null) actions.sendCheque(file);
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
