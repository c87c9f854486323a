import { useState } from 'react';
import { type FileRule, wrongFile } from '#core/chosen-file.ts';
import { needWords } from '#office/words/load-words.ts';
import { useWords } from '#office/words/Words.tsx';

/** Checks a file when it is chosen, with the words of the server's refusal; a wrong one is not passed on. */
export function useChosenFile(rule: FileRule, onFile: (file: File | null) => void) {
  const { t } = useWords();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    const refusal = file === null ? null : wrongFile(file, rule);
    onFile(refusal === null ? file : null);
    if (refusal === null) return setProblem(null);
    await needWords('refusals');
    setProblem(t(`refusals.detail.${refusal.message ?? refusal.code}`, refusal.params));
  };
  return { problem, choose: (file: File | null) => void choose(file) };
}
