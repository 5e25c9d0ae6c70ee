import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import parts from './tab.module.css';

interface ReasonedButtonProps {
  readonly children: string;
  /** Why it cannot be used; null where it can. */
  readonly reason: string | null;
  readonly onClick: () => void;
  readonly hasPopup?: boolean;
}

/** A button that stays reachable while it is disabled, and then says why. */
export function ReasonedButton({ children, reason, onClick, hasPopup = false }: ReasonedButtonProps) {
  const id = useId();
  return (
    <>
      <Button
        kind="plain"
        className={parts.action ?? ''}
        aria-haspopup={hasPopup ? 'dialog' : undefined}
        aria-disabled={reason !== null}
        aria-describedby={reason === null ? undefined : id}
        data-tip={reason ?? undefined}
        onClick={() => reason === null && onClick()}
      >
        {children}
      </Button>
      {reason !== null && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
