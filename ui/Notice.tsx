import type { ReactNode } from 'react';

/** `calm`: something to know. `time`: something that runs out. `loss`: something that went wrong. */
export type NoticeTone = 'calm' | 'time' | 'loss';

const TONES: Readonly<Record<NoticeTone, string>> = {
  calm: 'border-line bg-well',
  time: 'border-time bg-time-tint',
  loss: 'border-loss bg-loss-tint',
};

export interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title?: string;
  /** Set where the notice responds to an action: screen readers announce it at once. */
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
}

/** A highlighted message: what happened and what to do. */
export function Notice({ tone = 'calm', title, role, children }: NoticeProps) {
  return (
    <div role={role} className={`rounded-tray border-l-4 px-4 py-3 text-sm leading-6 ${TONES[tone]}`}>
      {title === undefined ? null : <p className="font-semibold">{title}</p>}
      {children}
    </div>
  );
}
