import { useEffect, useRef, useState } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type CardField, CARD_FORM_FIELDS, type CardForm, EMPTY_CARD } from './card-form.ts';
import { CardStep } from './CardStep.tsx';
import { PhotoStep } from './PhotoStep.tsx';
import type { Photo } from './read-photo.ts';
import { ResultStep } from './ResultStep.tsx';
import { useCardUpload } from './use-card-upload.ts';
import { type Card, cancelCard } from './wire.ts';

const STEPS = ['card', 'photo', 'result'] as const;
type Step = (typeof STEPS)[number];

export interface WizardProps {
  readonly orderId: string | null;
  /** Masked number of the card that the order is paid from. */
  readonly masked: string | null;
  /** The card submitted last; null: none. */
  readonly card: Card | null;
  readonly onSent: (card: Card) => void;
  readonly onCancelled: (id: string) => void;
}

function Steps({ step }: { readonly step: Step }) {
  const { t } = useTranslation();
  const currentIndex = STEPS.indexOf(step);
  return (
    <ol aria-label={t('card_verification.steps')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={name === step ? 'step' : undefined}
          className={index === currentIndex ? 'font-semibold' : 'text-muted'}
        >
          {index + 1}. {t(`card_verification.step_${name}`)}
        </li>
      ))}
    </ol>
  );
}

const isField = (name: string): name is CardField => (CARD_FORM_FIELDS as readonly string[]).includes(name);
const fieldErrorsOf = (errors: readonly CallError[]) =>
  Object.fromEntries(errors.filter(({ name }) => isField(name)).map(({ name, message }) => [name, message]));

/** Three steps: card, photo, result. The input is kept when a step is refused. */
export function Wizard({ orderId, masked, card, onSent, onCancelled }: WizardProps) {
  const { t, locale } = useTranslation();
  const [form, setForm] = useState<CardForm>(() =>
    card === null ? EMPTY_CARD : { ...EMPTY_CARD, name: card.name, issuing_bank_id: card.issuing_bank_id },
  );
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [openStep, setOpenStep] = useState<Exclude<Step, 'result'> | null>(card === null ? 'card' : null);
  const upload = useCardUpload(orderId);
  const step = card === null ? (openStep ?? 'card') : (openStep ?? 'result');
  const top = useRef<HTMLHeadingElement>(null);
  const focusedStep = useRef(step);
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    top.current?.focus({ preventScroll: false });
  }, [step]);
  const fieldErrors = fieldErrorsOf(upload.errors);
  const otherError = upload.errors.find(({ name }) => !isField(name))?.message ?? null;

  const send = async () => {
    if (photo === null) return;
    const result = await upload.send(form, photo);
    if ('length' in result) {
      // Errors of fields are shown at step 1; the photo is kept
      if (result.some(({ name }) => isField(name))) setOpenStep('card');
      return;
    }
    setPhoto(null);
    setOpenStep(null);
    onSent(result);
  };
  const cancel = async () => {
    if (card === null) return;
    const response = await cancelCard(locale, card.id, crypto.randomUUID());
    if (!response.ok) return;
    setOpenStep('card');
    onCancelled(card.id);
  };
  const change = (next: CardForm) => {
    upload.clearErrors();
    setForm(next);
  };
  return (
    <section aria-labelledby="card-wizard" className="grid gap-5">
      <h2 id="card-wizard" ref={top} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('card_verification.title')}
      </h2>
      <Steps step={step} />
      {step === 'card' ? (
        <CardStep form={form} masked={masked} errors={fieldErrors} onChange={change} onNext={() => setOpenStep('photo')} />
      ) : step === 'photo' ? (
        <PhotoStep
          photo={photo}
          upload={upload}
          problem={upload.isUnanswered ? t('card_verification.no_answer') : otherError}
          onPhoto={(next) => {
            upload.clearErrors();
            setPhoto(next);
          }}
          onBack={() => setOpenStep('card')}
          onSend={() => void send()}
        />
      ) : card === null ? null : (
        <ResultStep card={card} hasOrder={orderId !== null} onAgain={() => setOpenStep('card')} onCancel={() => void cancel()} />
      )}
    </section>
  );
}
