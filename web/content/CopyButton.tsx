import { useCopy } from '#ui/use-copy.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Copies a text to the clipboard. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const { state, copy } = useCopy(text);
  return (
    <button type="button" className="link min-h-11 shrink-0 text-sm print:hidden" onClick={copy}>
      <span role="status">{t(`content.copy.${state}`)}</span>
      <span className="sr-only">: {label}</span>
    </button>
  );
}
