import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import parts from './tab.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Where the way back leads. */
  readonly back: string;
  /** What stands beside the title. */
  readonly children?: ReactNode;
  readonly onBack: () => void;
}

/** The name of what is open in a tab, and the way back to the list. */
export function PageHead({ title, back, children, onBack }: PageHeadProps) {
  return (
    <header className={parts.pageHead}>
      <IconButton icon="back" label={back} data-focus="back" onClick={onBack} />
      <h3 className={parts.pageTitle}>{title}</h3>
      {children}
    </header>
  );
}
