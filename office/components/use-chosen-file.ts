import { useState } from 'react';
import { type FileRule, fileRefusal } from '#core/file/chosen-file.ts';
import { ensureMessages } from '#office/i18n/load-messages.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Checks a file when it is chosen, with the server's messages; a wrong one is not passed on. */
export function useChosenFile(rule: FileRule, onFile: (file: File | null) => void) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    const refusal = file === null ? null : fileRefusal(file, rule);
    onFile(refusal === null ? file : null);
    if (refusal === null) return setProblem(null);
    await ensureMessages('refusals');
    setProblem(t(`refusals.detail.${refusal.message ?? refusal.code}`, refusal.params));
  };
  return { problem, choose: (file: File | null) => void choose(file) };
}
