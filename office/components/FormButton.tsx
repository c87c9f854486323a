import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

export interface FormButtonProps {
  readonly label: string;
  /** Whether the button is offered; an open form stays. */
  readonly isOffered?: boolean;
  /** The form behind the button; `close` puts the button back. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a form in its place. */
export function FormButton({ label, isOffered = true, children }: FormButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return children(() => setOpen(false));
  return isOffered ? (
    <Button size="xs" variant="default" onClick={() => setOpen(true)}>
      {label}
    </Button>
  ) : null;
}
