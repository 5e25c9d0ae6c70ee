import type { ReactNode } from 'react';
import parts from './tab.module.css';

/** One line of a list of facts. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={parts.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
