import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CARD_REASON_RULES, CARD_REASONS, type CardReason } from '#core/card-verification.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useHold } from '#office/in-hand/hand.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { useCardDeed } from './use-card-deed.ts';

interface RefusalProps {
  readonly reason: CardReason;
  readonly isBusy: boolean;
  readonly onSend: (words: string) => void;
  readonly onCancel: () => void;
}

/** The second press of a refusal: which reason, whether it ends the order, and words of one's own. */
function Refusal({ reason, isBusy, onSend, onCancel }: RefusalProps) {
  const { t } = useWords();
  const [words, setWords] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const isGone = useHold(true);
  useKeys({ Escape: onCancel }, 'everywhere');
  useEffect(() => field.current?.focus(), []);
  const send = () => onSend(words.trim());
  return (
    <CheckedForm className="confirm" onSubmit={send}>
      <p>
        {t('office_cards.reject')}: <strong>{t(`office_cards.reason.${reason}`)}</strong>
        {CARD_REASON_RULES[reason].isFinal ? <span className="badge loss">{t('office_cards.final')}</span> : null}
      </p>
      <Textarea
        ref={field}
        label={t('office_cards.words')}
        description={t('office_cards.words_hint')}
        autosize
        minRows={1}
        maxLength={500}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <Gone when={isGone && !isBusy} />
      <div className="row">
        <Button type="submit" size="sm" color="loss" loading={isBusy}>
          {t('office_cards.reject')}
        </Button>
        <Button type="button" size="sm" variant="subtle" onClick={onCancel}>
          {t('office.cancel')}
        </Button>
      </div>
    </CheckedForm>
  );
}

interface Props {
  readonly id: string;
  /** Nobody accepts a photo that he has not seen, nor refuses one that is still on its way. */
  readonly picture: 'awaited' | 'seen' | 'failed';
  readonly onDecided: () => void;
  readonly onGivenBack: () => void;
}

/** The verifier's word on the card that he has in hand: Enter accepts, 1 to 9 refuse by their reason and one more Enter. */
export function Verdict({ id, picture, onDecided, onGivenBack }: Props) {
  const { t } = useWords();
  const [reason, setReason] = useState<CardReason | null>(null);
  const decide = useCardDeed(id, onDecided);
  const back = useCardDeed(id, onGivenBack);
  const isBusy = decide.isPending || back.isPending;
  const accept = () => {
    if (picture === 'seen' && !isBusy && reason === null) decide.mutate({ deed: 'accept' });
  };
  const choose = (chosen: CardReason) => () => {
    if (picture !== 'awaited' && !isBusy) setReason(chosen);
  };
  useKeys({ Enter: accept, ...Object.fromEntries(CARD_REASONS.map((one, index) => [String(index + 1), choose(one)])) });
  return (
    <section className="card-verdict">
      {decide.isError ? <Problem error={decide.error} /> : null}
      {back.isError ? <Problem error={back.error} /> : null}
      {reason === null ? (
        <>
          <div className="row">
            <Button size="sm" disabled={picture !== 'seen'} loading={decide.isPending} onClick={accept}>
              {t('office_cards.accept')}
            </Button>
            <Button size="sm" variant="subtle" loading={back.isPending} onClick={() => back.mutate({ deed: 'give_back' })}>
              {t('office_cards.give_back')}
            </Button>
          </div>
          <ol className="card-reasons" aria-label={t('office_cards.reasons')}>
            {CARD_REASONS.map((one, index) => (
              <li key={one}>
                <Button size="compact-sm" variant="default" disabled={picture === 'awaited'} onClick={choose(one)}>
                  <kbd>{index + 1}</kbd> {t(`office_cards.reason.${one}`)}
                </Button>
              </li>
            ))}
          </ol>
          <p className="dim">{t('office_cards.keys')}</p>
        </>
      ) : (
        <Refusal
          key={reason}
          reason={reason}
          isBusy={decide.isPending}
          onSend={(words) => decide.mutate({ deed: 'reject', reason, words })}
          onCancel={() => setReason(null)}
        />
      )}
    </section>
  );
}
