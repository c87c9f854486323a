import { Button } from '@mantine/core';
import { useState } from 'react';
import { urlOf } from '#contract/call.ts';
import { officeGetCardPicture } from '#contract/office/orders/card-verifications.ts';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

interface Props {
  readonly id: string;
  /** It was seen: only then may it be accepted. */
  readonly onShown: () => void;
  /** The picture has failed to load: the card can still be rejected, else it would stay first in the queue. */
  readonly onFailed: () => void;
}

/** The photo: rotate, zoom, scroll (also with the arrow keys). Each opening is audited. */
export function Picture({ id, onShown: onSeen, onFailed }: Props) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [tries, setTries] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const larger = () => setZoom((step) => Math.min(step + 1, ZOOMS.length - 1));
  const smaller = () => setZoom((step) => Math.max(step - 1, 0));
  const rotate = () => setTurns((turned) => (turned + 1) % 4);
  const fit = () => {
    setZoom(0);
    setTurns(0);
  };
  useKeys({ r: rotate, z: larger, x: smaller, f: fit });
  const isLying = turns % 2 === 1;
  return (
    <section className="card-picture" aria-label={t('office_cards.picture')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys too */}
      <div className="card-picture-view" tabIndex={0} role="group" aria-label={t('office_cards.picture')}>
        {isFailed ? (
          <div className="problem" role="alert">
            <p>{t('office_cards.picture_failed')}</p>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setFailed(false);
                setTries((made) => made + 1);
              }}
            >
              {t('office_cards.again')}
            </Button>
          </div>
        ) : (
          <img
            key={tries}
            src={urlOf(officeGetCardPicture, { params: { id } })}
            alt={t('office_cards.picture')}
            className={isLying ? 'is-lying' : ''}
            style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%`, transform: `rotate(${turns * 90}deg)` }}
            draggable={false}
            onLoad={onSeen}
            onError={() => {
              setFailed(true);
              onFailed();
            }}
          />
        )}
      </div>
      <div className="row">
        <Button size="compact-sm" variant="default" onClick={rotate}>
          {t('office_cards.rotate')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={larger}>
          {t('office_cards.zoom_in')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={smaller}>
          {t('office_cards.zoom_out')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={fit}>
          {t('office_cards.fit')}
        </Button>
      </div>
    </section>
  );
}
