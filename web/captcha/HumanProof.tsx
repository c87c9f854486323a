import { useEffect, useRef, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { NO_PROOF, type Proof } from './proof.ts';

const loadProof = () => import('./prove.ts');

interface HumanProofProps {
  /** The API has refused this form for want of a proof (`captcha_required`, `wrong_captcha`). */
  readonly isAsked: boolean;
}

/**
 * Belongs into a form whose call may ask for a proof (`requireHuman`): the proof is worked on beside the page while somebody types,
 * and travels along as `captcha_token`. Nobody waits for it before the API has asked; then the form waits until it is there, and is
 * sent by itself. Without scripts it says what is in the way.
 */
export function HumanProof({ isAsked }: HumanProofProps) {
  const { t, locale } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'quiet' | 'working' | 'failed'>('quiet');
  const [why, setWhy] = useState<string | null>(null);
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return undefined;
    let running: Promise<Proof> | undefined;
    let freshUntil = 0;
    const isFresh = () => Date.now() < freshUntil;
    const run = async (): Promise<Proof> => {
      const proof = await loadProof()
        .then(({ prove }) => prove(locale, { isAsked }))
        .catch(() => NO_PROOF);
      running = undefined;
      if (field.current === null) return proof;
      field.current.value = proof.ok ? proof.token : '';
      freshUntil = proof.ok ? Date.now() + proof.livesMs : 0;
      return proof;
    };
    const begin = () => (running ??= run());
    const onInput = () => {
      if (!isFresh()) void begin();
    };
    const onSubmit = (event: SubmitEvent) => {
      // What is sent may be spent by the answer: the next try works on another
      if (isFresh()) return void (freshUntil = 0);
      if (field.current !== null) field.current.value = '';
      if (!isAsked) return;
      event.preventDefault();
      event.stopPropagation();
      setState('working');
      void begin().then((proof) => {
        setState(proof.ok ? 'quiet' : 'failed');
        setWhy(proof.ok ? null : proof.message);
        if (proof.ok) form.requestSubmit();
      });
    };
    form.addEventListener('input', onInput);
    form.addEventListener('submit', onSubmit, { capture: true });
    if (isAsked) void begin();
    return () => {
      form.removeEventListener('input', onInput);
      form.removeEventListener('submit', onSubmit, { capture: true });
    };
  }, [isAsked, locale]);
  return (
    <>
      <input ref={field} type="hidden" name="captcha_token" />
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === 'working' ? t('shell.captcha.working') : ''}
      </p>
      {state === 'failed' ? (
        <Notice tone="loss" role="alert">
          {why ?? t('shell.captcha.failed')}
        </Notice>
      ) : null}
      {isAsked ? <p className="hidden noscript:block">{t('shell.captcha.no_script')}</p> : null}
    </>
  );
}
