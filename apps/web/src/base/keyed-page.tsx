import { type ReactNode, useId } from 'react';
import { Empty } from '../ui/empty.tsx';
import page from '../ui/list-page.module.css';
import section from '../ui/section.module.css';
import { useDeskState } from './desk.tsx';
import { type Keys, useMay } from './may.tsx';
import { reasonText, useLocale } from './texts/i18n.ts';

/** A page for members who hold one of some keys: its title, what it shows, and its content. Without a key it says so. */
export function KeyedPage(props: {
  readonly keys: Keys;
  readonly title: string;
  readonly text: string;
  /** Stands beside the title. */
  readonly beside?: ReactNode;
  /** Whether the page scrolls as a whole; otherwise a list within it does. */
  readonly scrolls?: boolean;
  readonly children: ReactNode;
}) {
  const locale = useLocale();
  const titleId = useId();
  const isKnown = useDeskState(({ member }) => member !== null);
  const mayLook = useMay(props.keys);
  if (!isKnown) return null;
  if (!mayLook) return <Empty icon="block" title={reasonText('no_permission', locale)} />;
  return (
    <section className={`${page.page} ${props.scrolls === true ? page.scroll : ''}`} aria-labelledby={titleId}>
      <header className={section.head}>
        <div>
          <h1 id={titleId} className={page.title}>
            {props.title}
          </h1>
          <p className={section.hint}>{props.text}</p>
        </div>
        {props.beside}
      </header>
      {props.children}
    </section>
  );
}
