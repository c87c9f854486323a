import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CARD_REASON_RULES, CARD_REASONS, type CardReason } from '#core/customer/card-verification.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { OutdatedNotice, useEditing } from '#office/editing/Editing.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useCardAction } from './use-card-action.ts';

const KEY_NAMES = { verdict: 'Enter', reasons: '1 … 9' };

interface RefusalProps {
  readonly reason: CardReason;
  readonly command: { readonly isPending: boolean; readonly error: unknown };
  readonly onSend: (words: string) => void;
  readonly onCancel: () => void;
}

/** The second step of a rejection: its reason, whether it ends the order, and an optional message. */
function Refusal({ reason, command, onSend, onCancel }: RefusalProps) {
  const { t } = useTranslation();
  const [message, setMessage] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const isOutdated = useEditing(true);
  useKeys({ Escape: onCancel }, 'everywhere');
  useEffect(() => field.current?.focus(), []);
  return (
    <CheckedForm className="stack" command={command} onSubmit={() => onSend(message.trim())}>
      <p>
        {t('office_cards.reject')}: <strong>{t(`office_cards.reason.${reason}`)}</strong>
        {CARD_REASON_RULES[reason].isFinal ? <span className="badge loss">{t('office_cards.final')}</span> : null}
      </p>
      <Textarea
        ref={field}
        label={t('office_cards.words')}
        autosize
        minRows={1}
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <OutdatedNotice when={isOutdated && !command.isPending} />
      <div className="row">
        <Button type="submit" size="sm" color="loss" loading={command.isPending}>
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
  /** A photo can be accepted once it is shown, and rejected once it is shown or has failed to load. */
  readonly picture: 'awaited' | 'seen' | 'failed';
  readonly onDecided: () => void;
  readonly onGivenBack: () => void;
}

/** The verifier's decision on a card: Enter accepts; 1 to 9 reject for that reason, confirmed by another Enter. */
export function Verdict({ id, picture, onDecided, onGivenBack }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<CardReason | null>(null);
  const decide = useCardAction(id, onDecided);
  const giveBack = useCardAction(id, onGivenBack);
  const isBusy = decide.isPending || giveBack.isPending;
  const accept = () => {
    if (picture === 'seen' && !isBusy && reason === null) decide.run({ kind: 'accept' });
  };
  const choose = (chosen: CardReason) => () => {
    if (picture !== 'awaited' && !isBusy) setReason(chosen);
  };
  const reasonKeys = Object.fromEntries(CARD_REASONS.map((listed, index) => [String(index + 1), choose(listed)]));
  useKeys({ Enter: accept, ...reasonKeys }, 'page', KEY_NAMES);
  return (
    <section className="card-verdict">
      <CommandProblem error={decide.error} />
      <CommandProblem error={giveBack.error} />
      {reason === null ? (
        <>
          <div className="row">
            <Button size="sm" disabled={picture !== 'seen'} loading={decide.isPending} onClick={accept}>
              {t('office_cards.accept')}
            </Button>
            <Button size="sm" variant="subtle" loading={giveBack.isPending} onClick={() => giveBack.run({ kind: 'give_back' })}>
              {t('office_cards.give_back')}
            </Button>
          </div>
          <ol className="card-reasons" aria-label={t('office_cards.reasons')}>
            {CARD_REASONS.map((value, index) => (
              <li key={value}>
                <Button size="compact-sm" variant="default" disabled={picture === 'awaited'} onClick={choose(value)}>
                  <kbd>{index + 1}</kbd> {t(`office_cards.reason.${value}`)}
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
          command={decide}
          onSend={(message) => decide.run({ kind: 'reject', reason, message: message })}
          onCancel={() => setReason(null)}
        />
      )}
    </section>
  );
}
