import { useEffect, useRef, useState } from 'react';
import type { CallError } from '#contract/call-errors.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { type CardField, CARD_FORM_FIELDS, type CardForm, EMPTY_CARD } from './card-form.ts';
import { CardStep } from './CardStep.tsx';
import { PhotoStep } from './PhotoStep.tsx';
import type { Photo } from './read-photo.ts';
import { ResultStep } from './ResultStep.tsx';
import { useSending } from './use-sending.ts';
import { type Card, cancelCard } from './wire.ts';

const STEPS = ['card', 'photo', 'result'] as const;
type Step = (typeof STEPS)[number];

export interface WizardProps {
  readonly orderId: string | null;
  /** The card that the order is paid from, as far as it is shown. */
  readonly masked: string | null;
  /** The last one that was sent, if any. */
  readonly card: Card | null;
  readonly onSent: (card: Card) => void;
  readonly onCancelled: (id: string) => void;
}

function Steps({ step }: { readonly step: Step }) {
  const { t } = useWords();
  const reached = STEPS.indexOf(step);
  return (
    <ol aria-label={t('card_verification.steps')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {STEPS.map((name, index) => (
        <li key={name} aria-current={name === step ? 'step' : undefined} className={index === reached ? 'font-semibold' : 'text-muted'}>
          {index + 1}. {t(`card_verification.step_${name}`)}
        </li>
      ))}
    </ol>
  );
}

const isField = (name: string): name is CardField => (CARD_FORM_FIELDS as readonly string[]).includes(name);
const saidOf = (errors: readonly CallError[]) =>
  Object.fromEntries(errors.filter(({ name }) => isField(name)).map(({ name, message }) => [name, message]));

/** Three steps: the card, its photo, the answer. What was typed stays whatever happens on the way, also when a photo is refused. */
export function Wizard({ orderId, masked, card, onSent, onCancelled }: WizardProps) {
  const { t, locale } = useWords();
  const [form, setForm] = useState<CardForm>(() =>
    card === null ? EMPTY_CARD : { ...EMPTY_CARD, name: card.name, issuing_bank_id: card.issuing_bank_id },
  );
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [asked, setAsked] = useState<Exclude<Step, 'result'> | null>(card === null ? 'card' : null);
  const sending = useSending(orderId);
  const step = card === null ? (asked ?? 'card') : (asked ?? 'result');
  const top = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    top.current?.focus({ preventScroll: false });
  }, [step]);
  const said = saidOf(sending.errors);
  const other = sending.errors.find(({ name }) => !isField(name))?.message ?? null;

  const send = async () => {
    if (photo === null) return;
    const sent = await sending.send(form, photo);
    if ('length' in sent) {
      // What is wrong with a field is said where the field is; the photo stays
      if (sent.some(({ name }) => isField(name))) setAsked('card');
      return;
    }
    setPhoto(null);
    setAsked(null);
    onSent(sent);
  };
  const cancel = async () => {
    if (card === null) return;
    const answer = await cancelCard(locale, card.id, crypto.randomUUID());
    if (!answer.ok) return;
    setAsked('card');
    onCancelled(card.id);
  };
  const change = (next: CardForm) => {
    sending.forget();
    setForm(next);
  };
  return (
    <section aria-labelledby="card-wizard" className="grid gap-5">
      <h2 id="card-wizard" ref={top} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('card_verification.title')}
      </h2>
      <Steps step={step} />
      {step === 'card' ? (
        <CardStep form={form} masked={masked} said={said} onChange={change} onNext={() => setAsked('photo')} />
      ) : step === 'photo' ? (
        <PhotoStep
          photo={photo}
          sending={sending}
          problem={sending.isUnanswered ? t('card_verification.no_answer') : other}
          onPhoto={(next) => {
            sending.forget();
            setPhoto(next);
          }}
          onBack={() => setAsked('card')}
          onSend={() => void send()}
        />
      ) : card === null ? null : (
        <ResultStep card={card} hasOrder={orderId !== null} onAgain={() => setAsked('card')} onCancel={() => void cancel()} />
      )}
    </section>
  );
}
